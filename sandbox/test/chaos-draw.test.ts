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
});

describe('fate of a callback', () => {
  const fates = (plan: ChaosPlan, status = 'FINISHED') =>
    Array.from({ length: 2000 }, (_, index) => drawFate(plan, `A-${index}`, status));

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
