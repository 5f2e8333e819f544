import { describe, expect, it } from 'vitest';
import type { TradeStatus } from '#src/orders/model/order-status.js';
import { transition } from '#src/orders/model/transition.js';
import type { Side } from '#src/ramp/port/trade-facts.js';
import { ALL_STATUSES, BUY_STATUSES, SELL_STATUSES } from '../../support/order-builders.js';

/**
 * From each status (row) to each status (column): `=` no news, `+` applied, `x` a mismatch.
 *
 * Forward jumps are allowed; failed and unpaid trades may go to any status of the provider; from paid on, only forward or to
 * a refund. CREATING is our own status before the provider's first answer. Only an unsent trade (EXPIRED) is created again
 * under its number.
 */
const BUY_TABLE = `
                   CREATING AWAITING_PAYMENT PAYMENT_FAILED PAID TRANSFERRING CANCELLED COMPLETED REFUNDED REJECTED EXPIRED
  CREATING            =            +               +         +        +           +         +        +        +        +
  AWAITING_PAYMENT    x            =               +         +        +           +         +        +        +        +
  PAYMENT_FAILED      x            +               =         +        +           +         +        +        +        +
  PAID                x            x               x         =        +           x         +        +        x        x
  TRANSFERRING        x            x               x         x        =           x         +        +        x        x
  CANCELLED           x            +               +         +        +           =         +        +        +        +
  COMPLETED           x            x               x         x        x           x         =        +        x        x
  REFUNDED            x            x               x         x        x           x         x        =        x        x
  REJECTED            x            +               +         +        +           +         +        +        =        +
  EXPIRED             +            +               +         +        +           +         +        +        +        =
`;

/** PAYOUT_FAILED may go anywhere (a refund, a second attempt); a refund and a completed sale are final. */
const SELL_TABLE = `
                  REGISTERED AWAITING_CRYPTO CRYPTO_RECEIVED PAYOUT_STARTED COMPLETED PAYOUT_FAILED REFUNDED EXPIRED
  REGISTERED           =            +               +               +           +           +          +        +
  AWAITING_CRYPTO      x            =               +               +           +           +          +        +
  CRYPTO_RECEIVED      x            x               =               +           +           +          +        x
  PAYOUT_STARTED       x            x               x               =           +           +          +        x
  COMPLETED            x            x               x               x           =           x          x        x
  PAYOUT_FAILED        x            +               +               +           +           =          +        +
  REFUNDED             x            x               x               x           x           x          =        x
  EXPIRED              x            +               +               +           +           +          +        =
`;

const WORDS = { '=': 'stay', '+': 'move', x: 'mismatch' } as const;

type Pair = [from: TradeStatus, to: TradeStatus, expected: 'stay' | 'move' | 'mismatch'];

function pairsOf(table: string): Pair[] {
  const [head = '', ...lines] = table.trim().split('\n');
  const columns = head.trim().split(/\s+/) as TradeStatus[];
  return lines.flatMap((line) => {
    const [from, ...cells] = line.trim().split(/\s+/) as [TradeStatus, ...(keyof typeof WORDS)[]];
    return cells.map((cell, place): Pair => [from, columns[place]!, WORDS[cell]]);
  });
}

const TABLES: [Side, Pair[], readonly TradeStatus[], TradeStatus][] = [
  ['BUY', pairsOf(BUY_TABLE), BUY_STATUSES, 'CREATING'],
  ['SELL', pairsOf(SELL_TABLE), SELL_STATUSES, 'REGISTERED'],
];

describe.each(TABLES)('transitions: a %s trade', (side, pairs, own) => {
  it('has a table of every pair of its statuses', () => {
    expect(pairs).toHaveLength(own.length ** 2);
    expect(new Set(pairs.map(([from, to]) => `${from} ${to}`)).size).toBe(own.length ** 2);
  });

  it.each(pairs)('from %s to %s: %s', (from, to, expected) => {
    expect(transition(side, from, to)).toBe(expected);
  });

  const foreign = ALL_STATUSES.filter((status) => !own.includes(status));

  it.each(own.flatMap((from) => foreign.map((to) => [from, to] as const)))(
    'from %s to %s, a status of the other side: mismatch',
    (from, to) => {
      expect(transition(side, from, to)).toBe('mismatch');
      expect(transition(side, to, from)).toBe('mismatch');
    },
  );
});
