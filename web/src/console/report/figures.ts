import type { Report } from '../net/types.js';
import type { Translate } from '../../i18n/messages.js';
import { words } from '../parts/words.js';

export interface Figure {
  readonly name: string;
  readonly count: number;
  /** The filters of the orders behind it; null: no list shows exactly them. */
  readonly query: Readonly<Record<string, string>> | null;
  readonly tone: 'warn' | 'plain';
}

/** The buckets that a filter of the list finds. */
const FILTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  in_review: { inReview: 'true' },
  overdue: { overdue: 'true' },
  refunded: { status: 'REFUNDED', inReview: 'false' },
};
const URGENT = ['in_review', 'overdue'];

/** Every order is in exactly one. */
export function bucketsOf({ buckets }: Report, t: Translate): readonly Figure[] {
  return Object.entries(buckets).map(([bucket, count]) => ({
    ...{ name: words(t, bucket), count, query: FILTERS[bucket] ?? null },
    tone: URGENT.includes(bucket) && count > 0 ? 'warn' : 'plain',
  }));
}

/** Every order has exactly one. */
export function statusesOf({ byStatus }: Report, t: Translate): readonly Figure[] {
  return byStatus.map(({ status, orders }) => ({
    ...{ name: words(t, status), count: orders, query: { status }, tone: 'plain' as const },
  }));
}
