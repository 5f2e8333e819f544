import './sent-to.css';
import { useI18n } from '../../i18n/i18n.js';
import { Fact } from '../../ui/facts.js';
import { Sign } from '../../ui/signs.js';
import { inFours } from '../rules/destination.js';
import type { FormPart } from './form-part.js';

/** The address, whole. One that cannot receive the crypto is marked: beside the button it would read as agreed. */
export function SentTo({ model: { addressText, address } }: FormPart) {
  const { t } = useI18n();
  const isWrong = address?.kind === 'invalid';
  return (
    <Fact name={t('sum.to')}>
      {addressText === '' ? '—' : <span class="code fours">{isWrong ? addressText : inFours(addressText)}</span>}
      {isWrong && (
        <span class="sent-to__wrong small">
          <Sign name="warn" />
          {t('sum.wrongAddress')}
        </span>
      )}
    </Fact>
  );
}
