import { useMemo } from 'preact/hooks';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Field } from '../../ui/field.js';
import { offeredCountries } from '../rules/entry.js';
import type { FormPart } from './form-part.js';

const CODES = offeredCountries(facts.countries);

/** Payment methods and prices depend on the country. */
export function CountryField({ model: { entry, change, isStrict, place } }: FormPart) {
  const { t, format } = useI18n();
  const countries = useMemo(
    () => CODES.map((code) => ({ code, name: format.country(code) })).sort((a, b) => format.compare(a.name, b.name)),
    [format],
  );
  const isMissing = isStrict && entry.country === '';
  const isRefused = place?.field === 'country';
  return (
    <Field
      label={t('country.label')}
      hint={t('country.hint')}
      error={isMissing ? t('country.choose') : isRefused ? t('country.refused') : null}
    >
      {(parts) => (
        <select
          {...parts}
          class="input"
          data-field="country"
          autocomplete="country"
          value={entry.country}
          onChange={(event) => change({ country: event.currentTarget.value })}
        >
          {entry.country === '' && <option value="">{t('country.choose')}</option>}
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
