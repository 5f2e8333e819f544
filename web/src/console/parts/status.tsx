import { useI18n } from '../../i18n/i18n.js';
import { classes } from '../../ui/button.js';
import { words } from './words.js';

const TONES: Readonly<Record<string, string>> = {
  PAID: 'info',
  TRANSFERRING: 'info',
  CRYPTO_RECEIVED: 'info',
  PAYOUT_STARTED: 'info',
  COMPLETED: 'good',
  REFUNDED: 'warn',
  PAYMENT_FAILED: 'bad',
  PAYOUT_FAILED: 'bad',
};

export function Status({ status, inReview = false }: { readonly status: string; readonly inReview?: boolean }) {
  const { t } = useI18n();
  return (
    <span class="status-line">
      <span class={classes('status', `status--${TONES[status] ?? 'plain'}`)}>{words(t, status)}</span>
      {inReview && <span class="status status--warn">{t('console.in_review')}</span>}
    </span>
  );
}
