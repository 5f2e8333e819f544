import type { MessageKey } from '../../i18n/messages.js';

/** Key parts of `console.is.*`, `console.todo.*` and `console.say.*`. */
type After<Prefix extends string, Key = MessageKey> = Key extends `${Prefix}${infer Rest}` ? Rest : never;

/** What is the case, what to do, and what can be read to the customer. */
export type Cell = readonly [is: After<'console.is.'>, todo: After<'console.todo.'>, say: After<'console.say.'>];

/** How far the trade of a mismatch is. `aside`: nothing was paid on it, and something on another trade of the order. */
export type Phase = 'unpaid' | 'ended' | 'aside' | 'paid' | 'sent' | 'returned';

export const PHASES: Readonly<Record<string, Phase>> = {
  CREATING: 'unpaid',
  REGISTERED: 'unpaid',
  AWAITING_PAYMENT: 'unpaid',
  AWAITING_CRYPTO: 'unpaid',
  PAYMENT_FAILED: 'ended',
  CANCELLED: 'ended',
  EXPIRED: 'ended',
  REJECTED: 'ended',
  PAID: 'paid',
  CRYPTO_RECEIVED: 'paid',
  PAYOUT_FAILED: 'paid',
  // On the way counts as delivered: nobody calls it back.
  TRANSFERRING: 'sent',
  PAYOUT_STARTED: 'sent',
  COMPLETED: 'sent',
  REFUNDED: 'returned',
};

type Row = Readonly<Record<Phase, Cell>>;

const ALTERED: Cell = ['seal', 'operator', 'checked'];

/** An answer that means nothing for sure, whatever is wrong with it. */
const unclear = (is: Cell[0], todo: Cell[1]): Row => ({
  unpaid: [is, todo, 'unclear'],
  ended: [is, todo, 'unclear'],
  aside: [is, 'no_payment', 'aside'],
  paid: [is, todo, 'unclear_paid'],
  sent: [is, 'ask_sent', 'unclear_sent'],
  returned: [is, todo, 'returned'],
});

/** `destination`: a field that decides where the crypto or the payout goes; `terms`: any other. */
export const CASES = {
  destination: {
    unpaid: ['field', 'stop_payment', 'not_yet'],
    ended: ['field', 'no_payment', 'not_paid'],
    aside: ['field', 'no_payment', 'aside'],
    paid: ['field', 'stop_transfer', 'held'],
    sent: ['field_sent', 'ask_lost', 'lost'],
    returned: ['field', 'resolve_returned', 'returned'],
  },
  terms: {
    unpaid: ['field', 'stop_payment', 'not_yet'],
    ended: ['field', 'no_payment', 'not_paid'],
    aside: ['field', 'no_payment', 'aside'],
    paid: ['field', 'ask_difference', 'difference'],
    sent: ['field', 'ask_settle', 'difference_sent'],
    returned: ['field', 'resolve_returned', 'returned'],
  },
  /** Completed with an amount of 0. */
  nothing: {
    unpaid: ['nothing_sent', 'ask_proof', 'proof'],
    ended: ['nothing_sent', 'ask_proof', 'proof'],
    aside: ['nothing_sent', 'ask_proof', 'proof'],
    paid: ['nothing_sent', 'ask_proof', 'proof'],
    sent: ['nothing_sent', 'ask_proof', 'proof'],
    returned: ['nothing_sent', 'resolve_returned', 'returned'],
  },
  status: unclear('unknown_status', 'map_status'),
  transition: unclear('went_back', 'ask_record'),
  unreadable: unclear('unreadable', 'ask_record'),
  foreign: unclear('foreign', 'ask_record'),
  order_no_clash: unclear('clash', 'ask_record'),
  vanished: unclear('vanished', 'poll_vanished'),
  state: {
    unpaid: ALTERED,
    ended: ALTERED,
    aside: ALTERED,
    paid: ALTERED,
    sent: ALTERED,
    returned: ALTERED,
  },
} as const satisfies Readonly<Record<string, Row>>;

/** Of two or more payments that were not returned, how many were delivered; `over`: fewer than two are left. */
export const PAID_TWICE = {
  none: ['paid_twice', 'refund_all_but_one', 'twice'],
  some: ['paid_twice', 'refund_other', 'twice_some'],
  all: ['paid_twice', 'no_refund', 'twice_all'],
  over: ['paid_twice', 'poll_refund', 'twice_over'],
} as const satisfies Readonly<Record<string, Cell>>;

type Tone = 'info' | 'good' | 'warn' | 'bad';
export type StatusCase = readonly [Tone, ...Cell];

const UNCONFIRMED: StatusCase = ['info', 'unconfirmed', 'wait', 'unconfirmed'];
const PAID: StatusCase = ['info', 'paid', 'nothing_yet', 'paid'];
const ON_ITS_WAY: StatusCase = ['info', 'on_its_way', 'nothing_yet', 'on_its_way'];

/** Orders in which everything fits, by status. */
export const BY_STATUS: Readonly<Record<string, StatusCase>> = {
  CREATING: UNCONFIRMED,
  REGISTERED: UNCONFIRMED,
  AWAITING_PAYMENT: ['info', 'unpaid', 'poll_if_paid', 'unpaid'],
  AWAITING_CRYPTO: ['info', 'unsent', 'poll_if_paid', 'unpaid'],
  PAYMENT_FAILED: ['warn', 'payment_failed', 'poll_if_paid', 'ended'],
  CANCELLED: ['info', 'cancelled', 'poll_if_paid', 'ended'],
  EXPIRED: ['info', 'expired', 'poll_if_paid', 'ended'],
  REJECTED: ['info', 'rejected', 'nothing', 'ended'],
  PAID,
  CRYPTO_RECEIVED: PAID,
  TRANSFERRING: ON_ITS_WAY,
  PAYOUT_STARTED: ON_ITS_WAY,
  PAYOUT_FAILED: ['bad', 'payout_failed', 'ask_with', 'payout_failed'],
  REFUNDED: ['warn', 'refunded', 'nothing', 'returned'],
  COMPLETED: ['good', 'delivered', 'send_transaction', 'delivered'],
};

/** A completed sale: its transaction is that of the customer's own coins. */
export const PAID_OUT: StatusCase = ['good', 'delivered', 'ask_with', 'delivered'];

export const NEW_STATUS: StatusCase = ['warn', 'new_status', 'ask_with', 'new_status'];
export const HISTORY_ALTERED: Cell = ['history', 'believe_nothing', 'checked'];

/** After so long without the next step. */
export const SLOW: Readonly<Partial<Record<Phase, StatusCase>>> = {
  paid: ['warn', 'paid_slow', 'ask_with', 'slow'],
  sent: ['warn', 'on_its_way_slow', 'ask_with', 'slow'],
};
