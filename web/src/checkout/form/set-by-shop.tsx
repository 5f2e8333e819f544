import { Amount } from '../../ui/amount.js';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { Fact, Facts } from '../../ui/facts.js';
import { inFours } from '../rules/destination.js';
import { shopTerms } from '../shop-terms.js';
import type { FormPart } from './form-part.js';
import { memoName } from './memo-name.js';

/** The amount and the country that the shop has set, in place of their fields. */
export function PurchaseSetByShop() {
  const { t, format } = useI18n();
  const { amount, fiat, country } = shopTerms;
  if (amount === undefined && country === undefined) return null;
  return (
    <Facts>
      {amount !== undefined && fiat !== undefined && (
        <Fact name={t('pay.label')} strong>
          <Amount of="fiat" value={amount} unit={fiat} />
        </Fact>
      )}
      {country !== undefined && <Fact name={t('country.set')}>{format.country(country)}</Fact>}
    </Facts>
  );
}

export function DestinationSetByShop({ model: { pair } }: FormPart) {
  const { t } = useI18n();
  const { address = '', memo = '' } = shopTerms;
  return (
    <>
      <p>
        <span class="code fours">{inFours(address)}</span>
      </p>
      {memo !== '' && (
        <Facts>
          <Fact name={memoName(pair, t)}>
            <span class="code">{memo}</span>
          </Fact>
        </Facts>
      )}
      <p class="soft small">{t('address.set', { brand: facts.brand.name })}</p>
    </>
  );
}
