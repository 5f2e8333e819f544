import { describe, expect, it } from 'vitest';
import { limitsFor } from '#src/follow/stream/open-streams.service.js';

describe('order stream: slots by caller', () => {
  const seats = (kind: 'guest' | 'customer' | 'key' | 'everybody', most: number) =>
    limitsFor({ caller: { kind, id: 'c' }, block: '192.0.2.0/24' }, most).map((seat) => [seat.whose, seat.most]);

  it.each([
    [
      'guest',
      100,
      [
        ['block 192.0.2.0/24', 10],
        ['guests', 80],
      ],
    ],
    [
      'guest',
      3,
      [
        ['block 192.0.2.0/24', 1],
        ['guests', 2],
      ],
    ],
    ['customer', 5000, [['c', 100]]],
    ['customer', 100, [['c', 10]]],
    ['key', 100, [['c', 25]]],
    ['key', 3, [['c', 1]]],
    ['everybody', 100, []],
  ] as const)('%s, of %i', (kind, most, expected) => {
    expect(seats(kind, most)).toEqual(expected);
  });
});
