import { describe, expect, it } from 'vitest';
import { seatsFor, StreamSeats } from '../../../../src/orders/stream/stream-seats.js';

describe('who needs which seats', () => {
  const seats = (kind: 'guest' | 'customer' | 'key' | 'everybody', most: number) =>
    seatsFor({ caller: { kind, id: 'c' }, block: '192.0.2.0/24' }, most).map((seat) => [seat.whose, seat.most]);

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
    ['key', 100, []],
    ['everybody', 100, []],
  ] as const)('%s, of %i', (kind, most, expected) => {
    expect(seats(kind, most)).toEqual(expected);
  });
});

describe('seats for streams', () => {
  it('are so many, and free again when one leaves, however often it does', () => {
    const seats = new StreamSeats(2);
    const leave = seats.take()!;
    expect([seats.take() !== null, seats.take(), seats.taken]).toEqual([true, null, 2]);
    leave();
    leave();
    expect(seats.taken).toBe(1);
    expect([seats.take() !== null, seats.take()]).toEqual([true, null]);
  });

  it('are none when there may be none', () => {
    expect(new StreamSeats(0).take()).toBeNull();
  });

  it('of one order do not touch those of another', () => {
    const seats = new StreamSeats(100);
    const leave = seats.takeOf('A-1', 1)!;
    expect(seats.takeOf('A-1', 1)).toBeNull();
    expect(seats.takeOf('A-2', 1)).not.toBeNull();
    leave();
    leave();
    expect(seats.takeOf('A-1', 1)).not.toBeNull();
    expect(seats.takeOf('A-1', 1)).toBeNull();
  });
});
