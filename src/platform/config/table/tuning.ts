import { DAY, HOUR, MINUTE, YEAR } from '../../time/time.js';
import { boolean, integer, milliseconds } from './kinds.js';
import type { SettingGroup } from './kinds.js';

export const TUNING = {
  CHECKOUT_DEADLINE_MS: {
    says: 'After this time a checkout answers 202.',
    more: 'Other requests get 503; streams, exports and reports have no limit',
    ...milliseconds(15_000, 100, 10 * MINUTE),
  },
  DRAIN_MS: {
    says: 'How long a process still serves after SIGTERM, while `/health/ready` is 503; then it takes no more connections.',
    more: 'Longer than your load balancer needs to notice ([rolling.md](rolling.md)); `0`: not at all',
    ...milliseconds(5000, 0, 10 * MINUTE),
  },
  CHECKOUT_PATIENCE_MS: {
    says: 'After this time no more trades are made for a request.',
    ...milliseconds(10 * MINUTE, 0, DAY),
  },
  PAY_URL_TTL_MS: { says: 'How long a `payUrl` is shown.', ...milliseconds(HOUR, 1000, YEAR) },
  CLIENT_SECRET_TTL_MS: {
    says: 'How long a client secret works after its order became `final`.',
    ...milliseconds(7 * DAY, 0, 10 * YEAR),
  },
  ORDER_EXPIRY_MS: {
    says: 'An answer after this age that still says unpaid ends the order.',
    ...milliseconds(DAY, 1000, YEAR),
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
  RETAIN_AUDIT_MS: {
    says: 'How long entries of the audit log are kept; `0`: for good.',
    more: 'At least a year, unless `0`',
    ...milliseconds(0, 0, 30 * YEAR),
  },
  RETAIN_ORDERS_MS: {
    says: 'How long an order that has ended is kept after its last change; `0`: for good.',
    more: 'At least 90 days, unless `0`: [forgetting.md](forgetting.md#old-orders)',
    ...milliseconds(0, 0, 30 * YEAR),
  },
  RETAIN_BY_LAW_MS: {
    says: "How long a forgotten customer's order keeps address, customer and payee after it was made.",
    more: 'See [forgetting.md](forgetting.md#data-that-a-law-has-you-keep)',
    ...milliseconds(0, 0, 30 * YEAR),
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
  RAMP_TIMEOUT_MS: { says: 'The time-out of one call to the provider.', ...milliseconds(6000, 50, 2 * MINUTE) },
  RAMP_MAX_CONCURRENCY: { says: 'Concurrent calls of one process to the provider.', ...integer(32, 1, 10_000) },
  STREAM_LIFETIME_MS: {
    says: 'An event stream ends at this age at most; its client reconnects and authenticates again.',
    ...milliseconds(10 * MINUTE, 100, DAY),
  },
  STREAMS_MAX: {
    says: 'Event streams open in one process; `0`: none.',
    more: 'Further clients get 503 and poll',
    ...integer(5000, 0, 1_000_000),
  },
  RATE_LIMIT_ADDRESS_RPS: {
    says: 'Requests a second of one network address; `0`: not limited.',
    more: 'See [limits.md](limits.md#requests-a-second)',
    ...integer(100, 0, 1_000_000),
  },
  RATE_LIMIT_CALLER_RPS: {
    says: 'Requests a second of one customer or member of staff with a token; `0`: not limited.',
    ...integer(50, 0, 1_000_000),
  },
  RATE_LIMIT_KEY_RPS: {
    says: "Requests a second of one API key's account; `0`: not limited.",
    ...integer(500, 0, 1_000_000),
  },
  GUEST_CHECKOUTS_PER_MINUTE: {
    says: 'Checkouts a minute of all guests; `0`: not limited.',
    more: 'With a limit, 12 of one address block. See [limits.md](limits.md#guests)',
    ...integer(120, 0, 1_000_000),
  },
  GUEST_UNPAID_ORDERS: {
    says: 'Orders of all guests, neither paid nor ended; `0`: not limited.',
    more: 'With a limit, 30 of one address block',
    ...integer(1000, 0, 1_000_000),
  },
  REVEALS_PER_HOUR: {
    says: 'Orders that one member of staff may reveal in an hour, and links to customers; `0`: not limited.',
    ...integer(20, 0, 100_000),
  },
  HTTP_CONNECTIONS_PER_ADDRESS: {
    says: 'Open connections of one address, streams included, trusted proxies not; `0`: not limited.',
    more: "An API key's account may have ten times as many. See [limits.md](limits.md#connections)",
    ...integer(200, 0, 1_000_000),
  },
  DATABASE_GROUP_COMMIT: {
    says: 'Whether writes of orders and callbacks that come together share a commit.',
    more: 'For a pooler that cannot take several statements before one Sync, `false`',
    ...boolean(true),
  },
} satisfies SettingGroup;
