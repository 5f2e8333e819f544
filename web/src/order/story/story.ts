import type { Order } from '#client/src/index.js';
import { actionsOf } from './actions.js';
import type { Action } from './actions.js';
import { amountsOf } from './amounts.js';
import type { AmountLine } from './amounts.js';
import { detailsOf, transferOf } from './details.js';
import type { DetailLine } from './details.js';
import { isPaid } from './paid.js';
import { paymentsOf } from './payments.js';
import type { Payment } from './payments.js';
import { refusalText } from './refusal-text.js';
import type { RefusalText } from './refusal-text.js';
import { situationOf } from './situation.js';
import type { Situation } from './situation.js';
import { stepsOf } from './steps.js';
import type { Step } from './steps.js';

/**
 * `wait`: others act; `act`: the customer may act; `good`: completed; `stop`: failed; `returned`: refunded; `check`: in
 * review.
 */
export type Mood = 'wait' | 'act' | 'good' | 'stop' | 'returned' | 'check';

/** All texts of an order as message keys; their values come from the order. */
export interface Story {
  readonly situation: Situation;
  readonly mood: Mood;
  readonly title: `order.${Situation}.title`;
  /** null: in review, the outcome is unknown. */
  readonly text:
    | `order.${Situation}.text`
    | 'order.sale_to_send.page'
    | 'order.closed.text'
    | 'order.review.twice'
    | RefusalText
    | null;
  /** Text of a review in place of `text`; null: no review, or `text` tells of it. */
  readonly review: 'order.checking.text' | 'order.review.twice' | null;
  readonly steps: readonly Step[];
  readonly actions: readonly Action[];
  /** A late payment may still come, so no action stands out: the customer may have paid. */
  readonly mayBeLate: boolean;
  /** Nothing is left to do here: the customer is shown the way back. */
  readonly isDone: boolean;
  /** All payments, if there is more than one. */
  readonly payments: readonly Payment[];
  /** Hash of the transfer; null: none yet. */
  readonly transfer: string | null;
  readonly amounts: readonly AmountLine[];
  readonly details: readonly DetailLine[];
}

const MOODS: Readonly<Record<Situation, Mood>> = {
  preparing: 'wait',
  to_pay: 'act',
  no_link: 'wait',
  payment_failed: 'stop',
  cancelled: 'stop',
  late: 'stop',
  not_created: 'stop',
  rejected: 'stop',
  paid: 'wait',
  sending: 'wait',
  complete: 'good',
  refunded: 'returned',
  sale_registered: 'wait',
  sale_to_send: 'act',
  sale_received: 'wait',
  sale_paying: 'wait',
  sale_complete: 'good',
  sale_payout_failed: 'stop',
  sale_refunded: 'returned',
  sale_expired: 'stop',
  sale_not_found: 'stop',
  checking_unpaid: 'check',
  checking: 'check',
  other: 'wait',
};

/** `payWays`: names of payment methods by code. */
export function storyOf(order: Order, payWays: Readonly<Record<string, string>>): Story {
  const situation = situationOf(order);
  return {
    situation,
    mood: MOODS[situation],
    title: `order.${situation}.title`,
    text: textOf(order, situation),
    review: reviewOf(order, situation),
    steps: stepsOf(order),
    actions: actionsOf(order),
    mayBeLate: MAY_BE_LATE.has(situation) && !order.final,
    isDone: order.settled || isPaid(order),
    payments: paymentsOf(order),
    transfer: transferOf(order),
    amounts: amountsOf(order),
    details: detailsOf(order, payWays),
  };
}

const MAY_BE_LATE: ReadonlySet<Situation> = new Set(['no_link', 'cancelled', 'late', 'sale_expired']);

function textOf(order: Order, situation: Situation): Story['text'] {
  if (order.inReview && situation !== 'checking_unpaid') {
    if (situation !== 'checking') return null;
    if (isPaidTwice(order)) return 'order.review.twice';
  }
  if (MAY_BE_LATE.has(situation) && order.final) return 'order.closed.text';
  if (situation === 'rejected') return refusalText(order.failure?.code ?? 'ramp_refused');
  if (order.side === 'SELL' && situation === 'sale_to_send' && order.payoutAddress === null) {
    return 'order.sale_to_send.page';
  }
  return `order.${situation}.text`;
}

function reviewOf(order: Order, situation: Situation): Story['review'] {
  if (!order.inReview || textOf(order, situation) !== null) return null;
  return isPaidTwice(order) ? 'order.review.twice' : 'order.checking.text';
}

const isPaidTwice = (order: Order): boolean => paymentsOf(order).length > 0;
