import { beforeEach, describe, expect, it } from 'vitest';
import { CircuitBreaker } from '#src/ramp/provider/circuit-breaker.js';
import type { SignOfLife } from '#src/ramp/provider/circuit-breaker.js';
import { FakeTime } from '../../support/fake-time.js';

const SECOND = 1000;

let time: FakeTime;
let breaker: CircuitBreaker;
let reports: boolean[];
let probes: (() => void)[];
let probed: number;

beforeEach(() => {
  time = new FakeTime();
  reports = [];
  probes = [];
  probed = 0;
  breaker = new CircuitBreaker(time, (isOpen) => reports.push(isOpen));
  breaker.probeWith(() => {
    probed += 1;
    return new Promise<void>((resolve) => probes.push(resolve));
  });
});

const note = (...signs: SignOfLife[]): void => {
  for (const sign of signs) breaker.note(sign);
};
const SILENCES: SignOfLife[] = ['silence', 'silence', 'silence', 'silence', 'silence'];

describe('opening', () => {
  it.each<[string, SignOfLife[], boolean]>([
    ['never without a sign', [], false],
    ['not after four silences', SILENCES.slice(1), false],
    ['after five', SILENCES, true],
    ['after five with lost connections between, which say neither', [...SILENCES.slice(1), 'neither', 'silence'], true],
    ['not when there was an answer between', [...SILENCES.slice(1), 'answer', ...SILENCES.slice(1)], false],
    ['after five behind an answer', ['answer', ...SILENCES], true],
    ['never on answers, nor on what says neither', [...Array<SignOfLife>(9).fill('neither'), 'answer'], false],
  ])('%s', (_, signs, expected) => {
    note(...signs);
    expect(breaker.isOpen).toBe(expected);
    expect(reports).toEqual(expected ? [true] : []);
  });

  it('is reported once', () => {
    note(...SILENCES, ...SILENCES, ...SILENCES);
    expect(reports).toEqual([true]);
  });
});

describe('an open breaker', () => {
  beforeEach(() => note(...SILENCES));

  it('sends nothing but a probe each second', async () => {
    await time.pass(999);
    expect(probed).toBe(0);
    for (let second = 1; second <= 3; second++) {
      await time.pass(SECOND);
      expect(probed).toBe(second);
      probes.at(-1)?.();
    }
  });

  it('sends one probe at a time', async () => {
    await time.pass(5 * SECOND);
    expect(probed).toBe(1);
    probes[0]?.();
    await time.pass(SECOND);
    expect(probed).toBe(2);
  });

  it('goes on after a probe that throws', async () => {
    breaker.probeWith(() => {
      probed += 1;
      return Promise.reject(new Error('a mistake of ours'));
    });
    await time.pass(3 * SECOND);
    expect(probed).toBe(3);
    expect(breaker.isOpen).toBe(true);
  });

  it('closes on an answer, which ends the probes', async () => {
    note('neither', 'silence');
    expect(breaker.isOpen).toBe(true);
    note('answer');
    expect(breaker.isOpen).toBe(false);
    expect(reports).toEqual([true, false]);
    expect(time.pending).toBe(0);
    await time.pass(5 * SECOND);
    expect(probed).toBe(0);
  });

  it('counts from zero after it closed', () => {
    note('answer', ...SILENCES.slice(1));
    expect(breaker.isOpen).toBe(false);
    note('silence');
    expect(breaker.isOpen).toBe(true);
    expect(time.pending).toBe(1);
  });

  it('stops probing at shutdown', async () => {
    breaker.stop();
    note('answer', ...SILENCES);
    expect(time.pending).toBe(0);
    await time.pass(5 * SECOND);
    expect(probed).toBe(0);
  });
});
