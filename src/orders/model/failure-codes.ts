import { REFUSALS } from '../../ramp/port/refusal-table.js';

/** Our own failure codes; a refusal has the code of its problem. */
const OWN_CODES = [
  'payment_failed',
  'cancelled',
  'expired',
  'not_created',
  'quote_moved',
  'not_found',
  'payout_failed',
  'refunded',
] as const;

export const FAILURE_CODES: readonly string[] = [
  ...OWN_CODES,
  ...new Set(Object.values(REFUSALS).map(({ problem }) => problem)),
];
