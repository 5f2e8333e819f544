import { describe, expect, it } from 'vitest';
import {
  ORDER_COLUMNS,
  TRADE_COLUMNS,
  assignments,
  columnNames,
  recordFrom,
  recordShape,
  rowFrom,
  selectList,
} from '../../../src/orders/storage/order-columns.js';
import type { OrderRow, TradeRow } from '../../../src/orders/model/order.types.js';
import { storableJson } from '../../../src/platform/shared/storable.js';
import { NOW, orderRow, trade } from '../../support/order-builders.js';

interface Named {
  readonly columns: readonly (readonly [string, string, string])[];
  readonly row: object;
}

describe.each<[string, Named]>([
  ['orders', { columns: ORDER_COLUMNS, row: orderRow() }],
  ['trades', { columns: TRADE_COLUMNS, row: trade() }],
])('the columns of %s', (_, { columns, row }) => {
  it('name every property of a row, once', () => {
    expect(columns.map(([property]) => property).sort()).toEqual(Object.keys(row).sort());
  });

  it('are each named once', () => {
    const names = columns.map(([, column]) => column);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a row', () => {
  /** What Postgres makes of the JSON, and gives back under the table's prefix: text, dates, bytes. */
  function throughPostgres<Row>(columns: readonly (readonly [keyof Row & string, string, string])[], row: Row): Row {
    const record = JSON.parse(storableJson(recordFrom(columns, row))) as Record<string, unknown>;
    const raw = columns.map(([, column, type]) => {
      const value = record[column];
      const isText = typeof value === 'string';
      if (isText && type === 'timestamptz') return [`x_${column}`, new Date(value)];
      if (isText && type === 'bytea') return [`x_${column}`, Buffer.from(value.replace(/^\\x/, ''), 'hex')];
      return [`x_${column}`, type === 'bigint' && value !== null ? `${value as number}` : value];
    });
    return rowFrom<Row>(columns, Object.fromEntries(raw) as Record<string, unknown>, 'x');
  }

  it('of an order comes back as it went in', () => {
    const row: OrderRow = orderRow({ driveLease: '0a0a0a0a-0000-4000-8000-000000000001', driveUntil: NOW });
    expect(throughPostgres<OrderRow>(ORDER_COLUMNS, row)).toEqual(row);
  });

  it('of a trade comes back as it went in; the stamp is a number', () => {
    const row = trade({ amount: '100.00', cryptoQuantity: '0.000000000000000001', lastSeen: { a: [1] }, paidAt: NOW });
    expect(throughPostgres<TradeRow>(TRADE_COLUMNS, row)).toEqual(row);
    expect(throughPostgres<TradeRow>(TRADE_COLUMNS, trade({ stamp: null })).stamp).toBeNull();
  });
});

it('SQL is made of names and types, each table under its prefix', () => {
  const columns = ORDER_COLUMNS.filter(([property]) => property === 'status' || property === 'inReview');
  expect(selectList(columns, 'o')).toBe('o.status AS o_status, o.in_review AS o_in_review');
  expect(recordShape(columns)).toBe('status text, in_review boolean');
  expect(columnNames(columns, 'r.')).toBe('r.status, r.in_review');
  expect(assignments(columns, 'c')).toBe('status = c.status, in_review = c.in_review');
});
