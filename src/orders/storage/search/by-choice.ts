import { TRADE_STATUSES } from '../../model/order-status.js';
import type { OrderFilter } from '../../model/order-search.types.js';
import { MOMENT, newestSql, timeSql } from './moments.js';
import type { Reading } from './moments.js';
import { whereSql } from './parameters.js';
import type { Parameters } from './parameters.js';

const SIDES = ['BUY', 'SELL'] as const;

/** All orders, or the chosen ones, newest first. */
export function choiceSql(reading: Reading): string {
  const { columns, filter, most, parameters } = reading;
  const { statuses, side, inReview } = filter;
  if (statuses === null && side === null && inReview === null) {
    return `(SELECT ${columns} FROM orders
      ${whereSql(timeSql('created_at', reading))}
      ORDER BY created_at DESC, merchant_order_no DESC LIMIT ${most})`;
  }
  // One index range per combination: Postgres merges sorted ranges and reads only what the page needs.
  const time = timeSql(MOMENT, reading);
  const stretches = (side === null ? SIDES : [side]).flatMap((oneSide) =>
    (statuses ?? TRADE_STATUSES).flatMap((status) =>
      (inReview === null ? [false, true] : [inReview]).map((review) => [
        `side = ${parameters.add(oneSide, 'text')}`,
        `status = ${parameters.add(status, 'text')}`,
        `in_review = ${String(review)}`,
      ]),
    ),
  );
  return stretches.map((stretch) => newestSql('orders', [...stretch, ...time], reading)).join(' UNION ALL ');
}

export function chosenSql({ statuses, side, inReview }: OrderFilter, parameters: Parameters): string[] {
  return [
    ...(statuses === null ? [] : [`status = ANY(${parameters.add(statuses, 'text[]')})`]),
    ...(side === null ? [] : [`side = ${parameters.add(side, 'text')}`]),
    ...(inReview === null ? [] : [`in_review = ${String(inReview)}`]),
  ];
}
