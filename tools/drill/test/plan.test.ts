import { describe, expect, it } from 'vitest';
import { isPaidLate, planChaos, planCustomers, planStrikes } from '#tools/drill/plan.mjs';

const OPTIONS = {
  seed: 11,
  checkouts: 1000,
  replicas: 2,
  kills: 4,
  crashes: 3,
  cuts: 2,
  promotions: 1,
  restores: 1,
  leaders: 2,
};

describe('plan of a drill', () => {
  it('is the same for one seed and differs for another', () => {
    const whole = (seed: number): unknown => {
      const options = { ...OPTIONS, seed };
      return [
        planCustomers(options),
        planStrikes(options),
        planChaos(seed),
        isPaidLate(seed, 'A-1'),
        isPaidLate(seed, 'A-2'),
      ];
    };
    expect(whole(11)).toEqual(whole(11));
    expect(planCustomers(OPTIONS)).not.toEqual(planCustomers({ ...OPTIONS, seed: 12 }));
    expect(planStrikes(OPTIONS)).not.toEqual(planStrikes({ ...OPTIONS, seed: 12 }));
  });

  it('has the requested number of customers, shuffled, each with a unique valid number', () => {
    const numbers = planCustomers(OPTIONS).map(({ number }) => number);
    expect(new Set(numbers).size).toBe(1000);
    expect(numbers).not.toEqual([...numbers].sort());
    for (const number of numbers) {
      expect(number).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,43}$/);
      expect(number).not.toMatch(/-r\d+$/i);
    }
  });

  it('has customers of every kind, for every replica', () => {
    const customers = planCustomers(OPTIONS);
    const fates = ['pay', 'fail', 'fail-then-pay', 'fail-retry-pay-old', 'cancel', 'cancel-retry-pay', 'leave'];
    expect(new Set(customers.map(({ fate }) => fate))).toEqual(new Set(fates));
    expect(new Set(customers.map(({ twice }) => twice))).toEqual(new Set([true, false]));
    expect(new Set(customers.map(({ replica }) => replica))).toEqual(new Set([0, 1]));
    for (const { body, number } of customers) {
      expect(body).toMatchObject({
        merchantOrderNo: number,
        amount: expect.stringMatching(/^\d{2,3}\.\d{2}$/) as string,
      });
    }
  });

  it('has the requested strikes in order while customers come, round-robin by replica', () => {
    for (let seed = 0; seed < 50; seed += 1) {
      const strikes = planStrikes({ ...OPTIONS, seed });
      expect(strikes.filter(({ what }) => what === 'replica')).toHaveLength(4);
      expect(strikes.filter(({ what }) => what === 'postgres')).toHaveLength(3);
      expect(strikes.filter(({ what }) => what === 'connections').map(({ how }) => how)).toEqual(['cut', 'cut']);
      for (const loss of ['promotion', 'restore']) expect(strikes.filter(({ what }) => what === loss)).toHaveLength(1);
      expect(strikes.filter(({ what }) => what === 'leader').map(({ how }) => how)).toEqual(['SIGKILL', 'SIGKILL']);
      const moments = strikes.map(({ at }) => at);
      expect(moments).toEqual([...moments].sort((a, b) => a - b));
      expect(moments[0]).toBeGreaterThanOrEqual(80);
      expect(moments.at(-1)).toBeLessThanOrEqual(900);
      const victims = strikes.filter(({ what }) => what === 'replica').map(({ replica }) => replica);
      expect(victims.filter((replica) => replica === 0)).toHaveLength(2);
      expect(victims.filter((replica) => replica === 1)).toHaveLength(2);
    }
  });

  it('crashes Postgres in both ways', () => {
    const ways = planStrikes(OPTIONS).filter(({ what }) => what === 'postgres');
    expect(new Set(ways.map(({ how }) => how))).toEqual(new Set(['SIGKILL', 'immediate']));
  });

  it('disturbs creates, queries and callbacks in every way, and leaves most alone', () => {
    const { faults, callbacks } = planChaos(11);
    for (const endpoint of ['create', 'query']) {
      const rates = faults.filter((fault) => fault.endpoint === endpoint).map(({ rate }) => rate);
      expect(rates.length).toBeGreaterThan(3);
      expect(rates.reduce((sum, rate) => sum + rate, 0)).toBeLessThan(0.5);
    }
    for (const kind of ['drop', 'duplicate', 'delay', 'forge'] as const) expect(callbacks[kind]).toBeGreaterThan(0);
  });
});
