import { describe, expect, it } from 'vitest';
import { readOptions } from '#scripts/lib/options.mjs';
import { drillOf, planCustomers, planStrikes, PROGRAM } from '#tools/drill/plan.mjs';

const read = (args: string) => drillOf(readOptions(PROGRAM.options, args.split(' '))!);

describe('plan of a drill', () => {
  it.each([
    ['--json', { kills: 4, crashes: 3, cuts: 3, promotions: 1, restores: 1, leaders: 0 }],
    ['--seed 0', { seed: 0 }],
    ['--ha', { ha: true, kills: 0, crashes: 0, cuts: 0, restores: 0, leaders: 3, promotions: 0 }],
    ['--ha --async --failovers 2', { leaders: 0, promotions: 2, async: true }],
  ])('has options: %s', (args, expected) => {
    expect(read(args)).toMatchObject(expected);
  });

  it('refuses --async without --ha', () => {
    expect(() => read('--async')).toThrow('--async needs --ha');
  });

  it('is the same for one seed: customers of every kind, and strikes in order while they come', () => {
    const options = read('--seed 11');
    const [customers, strikes] = [planCustomers(options), planStrikes(options)];
    expect([planCustomers(options), planStrikes(options)]).toEqual([customers, strikes]);
    expect(planCustomers({ ...options, seed: 12 })).not.toEqual(customers);
    expect(planStrikes({ ...options, seed: 12 })).not.toEqual(strikes);
    expect(new Set(customers.map(({ fate }) => fate)).size).toBe(4);
    expect(new Set(customers.map(({ twice }) => twice)).size).toBe(2);
    expect(new Set(customers.map(({ body }) => body['merchantOrderNo'])).size).toBe(5000);
    const moments = strikes.map(({ at }) => at);
    expect(moments).toEqual([...moments].sort((a, b) => a - b));
    expect(moments[0]).toBeGreaterThan(0);
    expect(moments.at(-1)).toBeLessThan(4500);
    const kinds = strikes.map(({ what }) => what).sort();
    expect(kinds.join(' ')).toBe(
      'connections connections connections postgres postgres postgres promotion replica replica replica replica restore',
    );
  });
});
