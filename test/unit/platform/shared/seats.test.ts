import { describe, expect, it } from 'vitest';
import { Seats } from '#src/platform/limits/slots.js';

describe('seats', () => {
  it('are limited, and free again after a release, even a repeated one', () => {
    const seats = new Seats();
    const leave = seats.take('all', 2)!;
    expect([seats.take('all', 2) !== null, seats.take('all', 2), seats.taken('all')]).toEqual([true, null, 2]);
    leave();
    leave();
    expect(seats.taken('all')).toBe(1);
    expect([seats.take('all', 2) !== null, seats.take('all', 2)]).toEqual([true, null]);
  });

  it('with a limit of zero there are none', () => {
    expect(new Seats().take('all', 0)).toBeNull();
  });

  it('are counted per holder', () => {
    const seats = new Seats();
    const leave = seats.take('A-1', 1)!;
    expect(seats.take('A-1', 1)).toBeNull();
    expect(seats.take('A-2', 1)).not.toBeNull();
    leave();
    leave();
    expect(seats.take('A-1', 1)).not.toBeNull();
    expect(seats.take('A-1', 1)).toBeNull();
  });
});
