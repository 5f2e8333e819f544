import type { Order } from '#client/src/index.js';
import { isPaid } from './paid.js';

const PURCHASE = ['ordered', 'paid', 'sent', 'delivered'] as const;
const SALE = ['registered', 'received', 'payout', 'paid_out'] as const;
type StepName = (typeof PURCHASE)[number] | (typeof SALE)[number];

/**
 * `now`: it is waited for; `next`: it comes after that; `stopped`: it did not come about, though it still may; `checking`: somebody
 * looks into it; `open`: it would come after one of these two, and nobody can say that it will.
 */
export type StepState = 'done' | 'now' | 'next' | 'stopped' | 'checking' | 'open';

export interface Step {
  readonly state: StepState;
  /** What was done, or, until it is, the bare name of what is to be done. */
  readonly label: `order.step.${StepName}.done` | `order.step.${StepName}.open`;
  /** RFC 3339; null: not done, or nobody told when. */
  readonly at: string | null;
}

export interface StepFacts extends Pick<
  Order,
  'side' | 'inReview' | 'txHash' | 'createdAt' | 'paidAt' | 'transferredAt' | 'completedAt'
> {
  /** A newer service may send a word that this page does not know. */
  readonly status: string;
}

/** The way of an order, and how far it has come. Times that a provider fills in advance are not shown before their step is done. */
export function stepsOf(order: StepFacts): readonly Step[] {
  const names: readonly StepName[] = order.side === 'SELL' ? SALE : PURCHASE;
  const times = [order.createdAt, order.paidAt, order.transferredAt, order.completedAt];
  const done = doneSteps(order);
  const first = openState(order);
  const later = first === 'now' ? 'next' : 'open';
  return names.map((name, index) => {
    const state = index < done ? 'done' : index === done ? first : later;
    const isDone = state === 'done';
    return {
      state,
      label: `order.step.${name}.${isDone ? 'done' : 'open'}`,
      at: isDone ? (times[index] ?? null) : null,
    };
  });
}

function doneSteps(order: StepFacts): number {
  const { status, inReview, txHash, transferredAt } = order;
  if (!isPaid(order)) return 1;
  // That something came in holds; what became of it may be what is doubted.
  if (inReview) return 2;
  switch (status) {
    case 'COMPLETED':
      return 4;
    case 'PAYOUT_STARTED':
      return 3;
    // Begun is not sent: a hash, or a time, says that it was.
    case 'TRANSFERRING':
      return txHash === null && transferredAt === null ? 2 : 3;
    default:
      return 2;
  }
}

const STOPPED: ReadonlySet<string> = new Set([
  'PAYMENT_FAILED',
  'CANCELLED',
  'EXPIRED',
  'REJECTED',
  'PAYOUT_FAILED',
  'REFUNDED',
]);

function openState({ status, inReview }: StepFacts): StepState {
  if (inReview) return 'checking';
  return STOPPED.has(status) ? 'stopped' : 'now';
}
