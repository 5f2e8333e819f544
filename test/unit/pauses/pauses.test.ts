import { describe, expect, it } from 'vitest';
import { pausedBy, PAUSE_FIELDS } from '#src/pauses/rules/pause.js';
import type { PausableTerms, PauseScope } from '#src/pauses/rules/pause.js';
import { PausesService } from '#src/pauses/pauses.service.js';
import type { Database } from '#src/platform/database/database.js';
import { FakeTime } from '../../support/fake-time.js';

const ANYTHING = Object.fromEntries(PAUSE_FIELDS.map((field) => [field, null])) as PauseScope;
const TERMS = { side: 'BUY', fiat: 'USD', crypto: 'USDT', network: 'ETH', payWayCode: '10001', country: 'US' } as const;
const OTHERS = {
  side: 'SELL',
  fiat: 'EUR',
  crypto: 'BTC',
  network: 'TRX',
  payWayCode: '10002',
  country: 'DE',
} as const;
const [SOON, LATER] = [new Date('2026-01-31T12:00:00Z'), new Date('2026-02-01T12:00:00Z')];

const pause = (scope: Partial<PauseScope>, until: Date | null = null) => ({ ...ANYTHING, ...scope, until });

describe('pauses: what a pause matches', () => {
  it.each<[string, Partial<PauseScope>, PausableTerms, boolean]>([
    ['everything', {}, TERMS, true],
    ['everything, of terms that are not known', {}, {}, true],
    ['all the fields', TERMS, TERMS, true],
    ...PAUSE_FIELDS.flatMap((field): [string, Partial<PauseScope>, PausableTerms, boolean][] => [
      [`the same ${field}`, { [field]: TERMS[field] }, TERMS, true],
      [`another ${field}`, { [field]: OTHERS[field] }, TERMS, false],
      [`a ${field} that is not known`, { [field]: TERMS[field] }, { ...TERMS, [field]: null }, false],
      [`all the fields but the ${field}`, { ...TERMS, [field]: OTHERS[field] }, TERMS, false],
    ]),
    ['another spelling of the currency', { crypto: 'usdt' }, TERMS, true],
    ['another name of the network', { network: 'ERC20' }, TERMS, true],
  ])('%s', (_, scope, terms, expected) => {
    expect(pausedBy([pause(scope)], terms) !== null).toBe(expected);
    expect(pausedBy([pause(OTHERS), pause(scope)], terms) !== null).toBe(expected);
  });

  it('none if there are none', () => expect(pausedBy([], TERMS)).toBeNull());

  it.each<[string, (Date | null)[], Date | null]>([
    ['the end of the only one', [SOON], SOON],
    ['the end of the last one', [SOON, LATER], LATER],
    ['the same in another order', [LATER, SOON], LATER],
    ['not known while one has no end', [SOON, null, LATER], null],
  ])('ends at %s', (_, ends, until) => {
    expect(pausedBy([pause(OTHERS, LATER), ...ends.map((end) => pause({ fiat: 'USD' }, end))], TERMS)).toEqual({
      until,
    });
  });
});

describe('pauses: the reading', () => {
  /** `rows`: what each further statement answers, by its number. */
  function open(answer: (statement: number) => Promise<object[]>) {
    let statements = 0;
    const time = new FakeTime();
    const query = () => answer((statements += 1));
    const service = new PausesService({ query } as unknown as Database, time);
    return { time, service, count: () => statements };
  }
  const names = ['fiat', 'crypto', 'network', 'pay_way_code', 'country', 'until'];
  const row = { p_side: 'BUY', ...Object.fromEntries(names.map((name) => [`p_${name}`, null])) };

  it('is shared by all callers, and repeated after half a second', async () => {
    const { time, service, count } = open(() => Promise.resolve([]));
    await Promise.all(Array.from({ length: 100 }, () => service.of(TERMS)));
    time.skip(499);
    await service.of(TERMS);
    expect(count()).toBe(1);
    time.skip(1);
    await service.of(TERMS);
    expect(count()).toBe(2);
  });

  it('nothing may be sent before the first one, nor two seconds after the last one', async () => {
    const { time, service } = open(() => Promise.resolve([]));
    expect(service.isFree(TERMS)).toBe(false);
    await service.of(TERMS);
    expect(service.isFree(TERMS)).toBe(true);
    time.skip(1900);
    expect(service.isFree(TERMS)).toBe(false);
  });

  it('a failure is told to its callers, and the next caller reads again', async () => {
    const { service } = open((n) => (n === 1 ? Promise.reject(new Error('away')) : Promise.resolve([row])));
    await expect(service.of(TERMS)).rejects.toThrow('away');
    expect(await service.of(TERMS)).toEqual({ until: null });
    expect(service.isFree(TERMS)).toBe(false);
    expect(service.isFree(OTHERS)).toBe(true);
  });

  it('an older one that comes late replaces no newer one', async () => {
    let giveFirst: (rows: object[]) => void = () => undefined;
    const first = new Promise<object[]>((resolve) => (giveFirst = resolve));
    const { time, service } = open((n) => (n === 1 ? first : Promise.resolve([row])));
    const late = service.of(TERMS);
    time.skip(600);
    expect(await service.of(TERMS)).toEqual({ until: null });
    giveFirst([]);
    await late;
    expect(service.isFree(TERMS)).toBe(false);
  });
});
