import type { Order } from '#client/src/index.js';
import { isPaid } from './paid.js';

const PURCHASE = ['ordered', 'paid', 'sent', 'delivered'] as const;
const SALE = ['registered', 'received', 'payout', 'paid_out'] as const;
type StepName = (typeof PURCHASE)[number] | (typeof SALE)[number];

/**
 * `now`: expected next; `next`: after that; `stopped`: did not happen, though it still may; `checking`: in review;
 * `open`: after one of these two, uncertain.
 */
export type StepState = 'done' | 'now' | 'next' | 'stopped' | 'checking' | 'open';

export interface Step {
  readonly state: StepState;
  /** The completed step, or before that its bare name. */
  readonly label: `order.step.${StepName}.done` | `order.step.${StepName}.open` | typeof RETURNED.label;
  /** RFC 3339; null: not done, or the time is unknown. */
  readonly at: string | null;
}

export interface StepFacts extends Pick<
  Order,
  'side' | 'inReview' | 'createdAt' | 'paidAt' | 'transferredAt' | 'completedAt'
> {
  /** A newer service may send a status unknown to this page. */
  readonly status: string;
}

/** Ends a refunded order in place of the steps that will not follow. Its time is unknown. */
const RETURNED = { state: 'done', label: 'order.step.returned.done', at: null } as const;

/**
 * The steps of an order with their states. A time that a provider fills in advance is hidden until its step is done.
 */
export function stepsOf(order: StepFacts): readonly Step[] {
  const names: readonly StepName[] = order.side === 'SELL' ? SALE : PURCHASE;
  const times = [order.createdAt, order.paidAt, order.transferredAt, order.completedAt];
  const done = doneSteps(order);
  const first = openState(order);
  const later = first === 'now' ? 'next' : 'open';
  const steps = names.map((name, index): Step => {
    const state = index < done ? 'done' : index === done ? first : later;
    const isDone = state === 'done';
    return {
      state,
      label: `order.step.${name}.${isDone ? 'done' : 'open'}`,
      at: isDone ? (times[index] ?? null) : null,
    };
  });
  return order.status === 'REFUNDED' && !order.inReview ? [...steps.slice(0, done), RETURNED] : steps;
}

function doneSteps(order: StepFacts): number {
  const { status, inReview } = order;
  if (!isPaid(order)) return 1;
  // The receipt is certain; what followed may be in doubt.
  if (inReview) return 2;
  switch (status) {
    case 'COMPLETED':
      return 4;
    case 'TRANSFERRING':
    case 'PAYOUT_STARTED':
      return 3;
    default:
      return 2;
  }
}

const STOPPED: ReadonlySet<string> = new Set(['PAYMENT_FAILED', 'CANCELLED', 'EXPIRED', 'REJECTED', 'PAYOUT_FAILED']);

function openState({ status, inReview }: StepFacts): StepState {
  if (inReview) return 'checking';
  return STOPPED.has(status) ? 'stopped' : 'now';
}
