import { describe, expect, it } from 'vitest';
import { Chaos } from '#sandbox/chaos/chaos.js';
import { drawFate } from '#sandbox/chaos/plan.js';
import type { ChaosPlan } from '#sandbox/chaos/plan.js';
import { readChaos } from '#sandbox/control/read-chaos.js';

const FAULTS = [
  { endpoint: 'create', act: 'reset-after', rate: 0.05 },
  { endpoint: 'create', act: 'hang', rate: 0.1 },
  { endpoint: 'any', act: 'status', code: 503, rate: 0.2 },
];
const CALLBACKS = { drop: 0.1, duplicate: 0.15, delay: 0.2, delayMs: 2000, forge: 0.05 };

const NUMBERS = Array.from({ length: 500 }, (_, index) => `A-${index}`);
const CALLS = NUMBERS.flatMap((number) => [number, number, number, number]);

function planOf(body: Record<string, unknown>): ChaosPlan {
  return readChaos({ seed: 1, faults: FAULTS, callbacks: CALLBACKS, ...body });
}

/** Faults by number: four calls per endpoint, numbers in the given order. */
function strikes(plan: ChaosPlan, calls: readonly string[], endpoint = 'create'): Map<string, string[]> {
  const chaos = new Chaos();
  chaos.switchOn(plan);
  const struck = new Map<string, string[]>();
  for (const number of calls) {
    const act = chaos.next({ endpoint, merchantOrderNo: number, number })?.act ?? '-';
    struck.set(number, [...(struck.get(number) ?? []), act]);
  }
  return struck;
}

const counted = (all: readonly string[], word: string): number => all.filter((one) => one === word).length;

describe('fault of a call', () => {
  it('is the same for the same seed in any order of calls with other numbers', () => {
    const inRounds = [...NUMBERS].reverse();
    const rounds = [...inRounds, ...NUMBERS, ...inRounds, ...NUMBERS];
    const first = strikes(planOf({}), CALLS);
    const second = strikes(planOf({}), rounds);
    for (const number of NUMBERS) expect(second.get(number)).toEqual(first.get(number));
  });

  it('differs by seed, endpoint, number and call', () => {
    const base = [...strikes(planOf({}), CALLS).values()];
    expect([...strikes(planOf({ seed: 2 }), CALLS).values()]).not.toEqual(base);
    const any = planOf({ faults: [{ endpoint: 'any', act: 'hang', rate: 0.3 }] });
    expect([...strikes(any, CALLS, 'query').values()]).not.toEqual([...strikes(any, CALLS).values()]);
    expect(new Set(base.map((acts) => acts.join())).size).toBeGreaterThan(10);
  });

  it('has about the configured rates over 2,000 calls', () => {
    const all = [...strikes(planOf({}), CALLS).values()].flat();
    expect(all).toHaveLength(2000);
    // Four standard deviations on either side.
    expect(Math.abs(counted(all, 'reset-after') - 100)).toBeLessThan(40);
    expect(Math.abs(counted(all, 'hang') - 200)).toBeLessThan(55);
    expect(Math.abs(counted(all, 'status') - 400)).toBeLessThan(75);
    expect(Math.abs(counted(all, '-') - 1300)).toBeLessThan(90);
  });

  it('applies only to its endpoint and order', () => {
    const plan = planOf({
      faults: [
        { endpoint: 'create', merchantOrderNo: 'A-7', act: 'cut', rate: 1 },
        { endpoint: 'query', act: 'garbage', rate: 1 },
      ],
    });
    const creates = strikes(plan, CALLS);
    expect(creates.get('A-7')).toEqual(['cut', 'cut', 'cut', 'cut']);
    expect(counted([...creates.values()].flat(), '-')).toBe(1996);
    expect(new Set([...strikes(plan, CALLS, 'query').values()].flat())).toEqual(new Set(['garbage']));
  });

  it('is counted from the start when chaos is switched on again', () => {
    const chaos = new Chaos();
    const first = (): (string | undefined)[] => {
      chaos.switchOn(planOf({}));
      return NUMBERS.map((number) => chaos.next({ endpoint: 'create', merchantOrderNo: number, number })?.act);
    };
    expect(first()).toEqual(first());
  });

  it('always strikes at rate 1 and never at rate 0', () => {
    const plan = planOf({
      faults: [
        { endpoint: 'any', act: 'hang', rate: 0 },
        { endpoint: 'any', act: 'cut', rate: 1 },
      ],
    });
    expect(new Set([...strikes(plan, CALLS).values()].flat())).toEqual(new Set(['cut']));
  });
});

describe('fate of a callback', () => {
  const fates = (plan: ChaosPlan, status = 'FINISHED') =>
    Array.from({ length: 2000 }, (_, index) => drawFate(plan, `A-${index}`, status));

  it('depends on seed, number and status alone', () => {
    expect(fates(planOf({}))).toEqual(fates(planOf({ faults: [] })));
    expect(fates(planOf({ seed: 2 }))).not.toEqual(fates(planOf({})));
    expect(fates(planOf({}), 'PAY_SUCCESS')).not.toEqual(fates(planOf({})));
  });

  it('has about the configured rates, independently', () => {
    const all = fates(planOf({}));
    const share = (fits: (fate: (typeof all)[number]) => boolean): number => all.filter(fits).length;
    expect(Math.abs(share(({ drop }) => drop) - 200)).toBeLessThan(55);
    expect(Math.abs(share(({ duplicate }) => duplicate) - 300)).toBeLessThan(65);
    expect(Math.abs(share(({ delayMs }) => delayMs === 2000) - 400)).toBeLessThan(75);
    expect(share(({ delayMs }) => delayMs === 0) + share(({ delayMs }) => delayMs === 2000)).toBe(2000);
    expect(Math.abs(share(({ forge }) => forge) - 100)).toBeLessThan(40);
    // With one draw for all, every dropped callback would be delayed too.
    expect(share(({ drop, delayMs }) => drop && delayMs === 0)).toBeGreaterThan(100);
  });
});

it.each([
  ['no seed', { seed: undefined }],
  ['a seed that is no integer', { seed: 1.5 }],
  ['a negative seed', { seed: -1 }],
  ['a field that does not exist', { callback: {} }],
  ['faults that are no list', { faults: { endpoint: 'create', act: 'hang', rate: 1 } }],
  ['a fault without a rate', { faults: [{ endpoint: 'create', act: 'hang' }] }],
  ['a rate above 1', { faults: [{ endpoint: 'create', act: 'hang', rate: 1.1 }] }],
  ['a rate below 0', { faults: [{ endpoint: 'create', act: 'hang', rate: -0.1 }] }],
  ['a rate in words', { faults: [{ endpoint: 'create', act: 'hang', rate: 'often' }] }],
  ['an unknown act', { faults: [{ endpoint: 'create', act: 'explode', rate: 0.1 }] }],
  ['a delay without ms', { faults: [{ endpoint: 'create', act: 'delay', rate: 0.1 }] }],
  ['an unknown endpoint', { faults: [{ endpoint: 'pay', act: 'hang', rate: 0.1 }] }],
  ['times, which only rules have', { faults: [{ endpoint: 'create', act: 'hang', rate: 0.1, times: 2 }] }],
  [
    ...(['rates of one endpoint above 1'] as const),
    {
      faults: [
        { endpoint: 'create', act: 'hang', rate: 0.6 },
        { endpoint: 'any', act: 'cut', rate: 0.5 },
      ],
    },
  ],
  [
    ...(['rates of one order above 1'] as const),
    {
      faults: [
        { endpoint: 'create', act: 'hang', rate: 0.6 },
        { endpoint: 'create', act: 'cut', rate: 0.5, merchantOrderNo: 'A' },
      ],
    },
  ],
  ['a misspelt rate of callbacks', { callbacks: { dorp: 0.1 } }],
  ['a rate of callbacks above 1', { callbacks: { drop: 2 } }],
  ['a delay of callbacks without delayMs', { callbacks: { delay: 0.1 } }],
  ['callbacks that are no object', { callbacks: [1] }],
])('refuses %s', (_what, body) => {
  expect(() => planOf(body)).toThrow(/must|needs|not among|more than 1/);
});

it('accepts rates that share an endpoint, and those of different orders', () => {
  const plan = planOf({
    faults: [
      { endpoint: 'create', act: 'hang', rate: 0.1, merchantOrderNo: 'A' },
      { endpoint: 'create', act: 'hang', rate: 0.9, merchantOrderNo: 'B' },
      ...['cut', 'bare', 'garbage'].map((act) => ({ endpoint: 'create', act, rate: 0.1 / 3 })),
      { endpoint: 'query', act: 'cut', rate: 1 },
    ],
  });
  expect(plan.faults).toHaveLength(6);
});
