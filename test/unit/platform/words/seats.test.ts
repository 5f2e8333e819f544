import { describe, expect, it } from 'vitest';
import { Slots } from '#src/platform/limits/slots.js';

describe('seats', () => {
  it('are limited, and free again after a release, even a repeated one', () => {
    const seats = new Slots();
    const leave = seats.acquire('all', 2)!;
    expect([seats.acquire('all', 2) !== null, seats.acquire('all', 2), seats.taken('all')]).toEqual([true, null, 2]);
    leave();
    leave();
    expect(seats.taken('all')).toBe(1);
    expect([seats.acquire('all', 2) !== null, seats.acquire('all', 2)]).toEqual([true, null]);
  });

  it('with a limit of zero there are none', () => {
    expect(new Slots().acquire('all', 0)).toBeNull();
  });

  it('are counted per holder', () => {
    const seats = new Slots();
    const leave = seats.acquire('A-1', 1)!;
    expect(seats.acquire('A-1', 1)).toBeNull();
    expect(seats.acquire('A-2', 1)).not.toBeNull();
    leave();
    leave();
    expect(seats.acquire('A-1', 1)).not.toBeNull();
    expect(seats.acquire('A-1', 1)).toBeNull();
  });
});
