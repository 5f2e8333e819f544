import './consent.css';
import { useI18n } from '../../i18n/i18n.js';
import { facts } from '../../page-facts.js';
import { HelpLink } from '../../ui/help-link.js';
import { FieldError } from '../../ui/field.js';
import { Text } from '../../ui/text.js';
import type { FormPart } from './form-part.js';

/** The shop's terms, agreed to by the button or, if the shop wants that, by a box; and its privacy notice. */
export function Consent({ model }: FormPart) {
  const { t } = useI18n();
  const { terms, privacy } = facts.help;
  const isBox = facts.consent === 'box';
  if (!isBox && terms === null && privacy === null) return null;
  const notice = <HelpLink to="privacy">{t('consent.privacyLink')}</HelpLink>;
  return (
    <div class="stack stack--close">
      {isBox && <Box model={model} />}
      <p class="soft small">
        {!isBox && terms !== null && <Terms of="consent.terms" />}{' '}
        {privacy !== null && <Text of="consent.privacy" values={{ privacy: notice, brand: facts.brand.name }} />}
      </p>
    </div>
  );
}

function Terms({ of }: { readonly of: 'consent.terms' | 'consent.box' }) {
  const { t } = useI18n();
  const terms = <HelpLink to="terms">{t('consent.termsLink')}</HelpLink>;
  return <Text of={of} values={{ terms, brand: facts.brand.name }} />;
}

function Box({ model: { hasAgreed, agree, isStrict } }: FormPart) {
  const { t } = useI18n();
  const isMissing = isStrict && !hasAgreed;
  return (
    <div class="field">
      <label class="consent">
        <input
          type="checkbox"
          class="consent__box"
          data-field="consent"
          required
          checked={hasAgreed}
          aria-invalid={isMissing || undefined}
          aria-describedby={isMissing ? 'consent-error' : undefined}
          onChange={(event) => agree(event.currentTarget.checked)}
        />
        <span>
          <Terms of="consent.box" />
        </span>
      </label>
      <div role="status">{isMissing && <FieldError id="consent-error">{t('consent.missing')}</FieldError>}</div>
    </div>
  );
}
