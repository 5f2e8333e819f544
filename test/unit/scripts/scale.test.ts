import { expect, it } from 'vitest';
import { DueQueue } from '#scripts/lib/scale/due.mjs';
import { chances, lifeOf } from '#scripts/lib/scale/life.mjs';
import { parseScaleOptions } from '#scripts/lib/scale/options.mjs';
import { simulate } from '#scripts/lib/scale/simulate.mjs';
import { isSettledStatus } from '#src/orders/model/order-status.js';
import { nextLook } from '#src/orders/decisions/watch.js';
import * as shares from '#src/reconciliation/shares.js';

it('the queue yields trades by due time, and rescheduled ones only then', () => {
  const queue = new DueQueue();
  const trades = [5, 1, 4, 2, 3].map((dueAt) => ({ dueAt, turn: 0 }));
  trades.forEach((trade) => queue.add(trade));
  Object.assign(trades[1]!, { dueAt: 6, turn: 1 });
  queue.add(trades[1]!);
  const taken = Array.from({ length: 5 }, () => queue.take(5)?.dueAt ?? null);
  expect(taken).toEqual([2, 3, 4, 5, null]);
  expect(queue.next()).toBe(6);
});

it('purchases follow from the seed and move forward', () => {
  const lives = (seed: number) => {
    const chance = chances(seed);
    return Array.from({ length: 200 }, () => lifeOf(0, chance));
  };
  expect(lives(1)).toEqual(lives(1));
  expect(lives(1)).not.toEqual(lives(2));
  for (const life of lives(1)) expect(life.map(({ at }) => at)).toEqual(life.map(({ at }) => at).sort((a, b) => a - b));
});

it('with callbacks a payment is known within seconds, and polls stay below the promise', () => {
  const load = { ordersADay: 200, rate: 15, callbacks: true, seed: 1 };
  const { questions, share, late } = simulate(load, { nextLook, isSettledStatus, shares });
  const paid = [...late.get('PAID')!].sort((a, b) => a - b);
  expect(paid[Math.floor(paid.length / 2)]).toBeLessThan(6000);
  expect(questions / 200).toBeLessThan(60);
  expect(share).toBeLessThan(0.02);
});

it.each(['--orders=0', '--orders=1,x', '--rate=-1', '--seed=1.5'])('%s is refused', (option) => {
  expect(() => parseScaleOptions([option])).toThrow(/whole number/);
});
