const REVEALED = 'answer: revealed to staff';
const MASKED = 'answer: masked for staff';
const AUDITED = ['audit_log.reason', 'answer: audit log for the admin'] as const;

/**
 * Where each plant may be found, and is found: columns, what programs and the log say, and answers to those who may see
 * it. What is not listed here stands nowhere in clear. An entry with an asterisk is for all plants whose names begin so.
 */
export const KEPT: Readonly<Record<string, readonly string[]>> = {
  // The order's content, while the order is kept.
  'wallet of *': ['orders.address_key', 'trades.asked', 'trades.last_seen', 'mismatches.asked', REVEALED],
  'memo of *': ['trades.asked', REVEALED],
  'redirect of *': ['trades.asked'],
  'fail redirect of *': ['trades.asked'],
  'payUrl of *': ['trades.pay_url'],
  subject: ['orders.customer_id', REVEALED],
  'customer id': ['orders.customer_id'],
  'customer id of a sale': ['orders.customer_id', 'answer: a sale for its owner', REVEALED],
  // Not personal.
  'merchant name of *': ['trades.asked', 'order_events.data', 'order_events.evidence', MASKED],
  'payment method': ['trades.asked', 'order_events.data', 'order_events.evidence', MASKED],
  'page of the provider': ['order_events.evidence', MASKED],
  'status that a callback claims': ['callback_receipts.claimed_status', 'log', MASKED, REVEALED],

  // The provider's record of a trade.
  'wallet that the provider has': ['trades.last_seen', 'mismatches.seen', 'mismatches.note', REVEALED],
  'reason of the provider': ['trades.facts', 'answer: a sale for its owner', MASKED],

  // Encrypted wherever they are stored: only who reveals an order sees them.
  'payee\u2019s *': [REVEALED],
  'e-mail of a login': [REVEALED],
  'e-mail in a callback': [REVEALED],
  'name in a callback': [REVEALED],
  'broken callback': [REVEALED],
  'query of a callback': [REVEALED],
  'stamp of a callback': [REVEALED],
  'signature of a callback': [REVEALED],
  'sender of a callback': [REVEALED],

  // Reasons and notes of staff.
  'reason to *': AUDITED,
  'remark of staff': [REVEALED],
  'note of staff': [...AUDITED, 'mismatches.note', MASKED],
  'name of a key': ['api_keys.name', 'audit_log.detail', 'answer: audit log for the admin', MASKED],

  // The request's id, for support.
  'trace id': ['log', 'answer: problem'],
};
