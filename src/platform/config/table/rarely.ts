import { DAY, HOUR, MINUTE, YEAR } from '../../time/time.js';
import { boolean, integer, milliseconds } from './kinds.js';
import type { SettingGroup } from './kinds.js';

export const RARELY = {
  CHECKOUT_DEADLINE_MS: {
    says: 'After this time a checkout answers 202.',
    more: 'Other requests get 503; streams, exports and reports have no limit',
    ...milliseconds(15_000, 100, 10 * MINUTE),
  },
  CHECKOUT_PATIENCE_MS: {
    says: 'After this time no more trades are made for a request.',
    ...milliseconds(10 * MINUTE, 0, DAY),
  },
  CLIENT_SECRET_TTL_MS: {
    says: 'How long a client secret works after its order became `final`.',
    ...milliseconds(7 * DAY, 0, 10 * YEAR),
  },
  ORDER_MAX_TRADES: {
    says: 'Trades of one order, retries included; then it cannot be retried.',
    ...integer(20, 1, 1000),
  },
  WATCH_CLOSED_MS: {
    says: 'How long an ended trade, or a failed payout, is polled, ever more rarely.',
    more: 'A completed trade is polled until its final fields came, a refused one once',
    ...milliseconds(30 * DAY, 1000, 10 * YEAR),
  },
  RECONCILE_INTERVAL_MS: { says: 'How often due trades are claimed.', ...milliseconds(1000, 50, HOUR) },
  RECONCILE_BATCH: { says: 'Due trades claimed at a time.', ...integer(100, 1, 1000) },
  RECONCILE_FIRST_DELAY_MS: {
    says: 'The first pause between two polls of a trade; pauses grow from it.',
    more: 'Backoff: [scale.md](../scale.md)',
    ...milliseconds(5000, 50, HOUR),
  },
  HINT_FLOOR_MS: {
    says: 'How often a poll request for one trade is followed at most.',
    ...milliseconds(1000, 0, HOUR),
  },
  STREAM_LIFETIME_MS: {
    says: 'An event stream ends at this age at most; its client reconnects and authenticates again.',
    ...milliseconds(10 * MINUTE, 100, DAY),
  },
  DATABASE_GROUP_COMMIT: {
    says: 'Whether writes of orders and callbacks that come together share a commit.',
    more: 'For a pooler that cannot take several statements before one Sync, `false`',
    ...boolean(true),
  },
  WEBHOOK_ALLOW_PRIVATE: {
    says: 'Allows webhooks to private addresses, to any port and without TLS: for a laptop.',
    ...boolean(false),
  },
  AUTH_NONE_LETS_STRANGERS_IN: {
    says: 'Allows `AUTH=none` where other machines can connect.',
    more: 'See [access.md](access.md#authnone)',
    ...boolean(false),
  },
} satisfies SettingGroup;
