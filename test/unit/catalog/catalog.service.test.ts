import { Logger } from '@nestjs/common';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CatalogService } from '#src/catalog/catalog.service.js';
import type { PausesService } from '#src/pauses/pauses.service.js';
import type { TokenContracts } from '#src/catalog/token-contracts.service.js';
import type { Settings } from '#src/platform/config/settings.js';
import type { RampResult } from '#src/ramp/port/ramp.errors.js';
import type { CryptoPair, ListedCryptos } from '#src/ramp/port/ramp.types.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { NOT_SENT, ScriptedRamp, evidence, listed, pair, refusedMethod } from './scripted-ramp.js';
import { LOG_EVENTS } from '#src/platform/telemetry/log-events.js';
import { FakeTime } from '../../support/fake-time.js';

const MINUTE = 60_000;
type ListResult = RampResult<ListedCryptos>;

function later(): { promise: Promise<ListResult>; give: (result: ListResult) => void } {
  let give: (result: ListResult) => void = () => undefined;
  const promise = new Promise<ListResult>((resolve) => (give = resolve));
  return { promise, give };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('CatalogService', () => {
  let ramp: ScriptedRamp;
  let time: FakeTime;
  let metrics: Metrics;
  let catalog: CatalogService;

  beforeEach(() => {
    ramp = new ScriptedRamp();
    time = new FakeTime();
    metrics = new Metrics();
    catalog = new CatalogService(
      ramp,
      time,
      metrics,
      { fiatDecimals: {} } as Settings,
      {
        addTo: (pairs: readonly CryptoPair[]) => Promise.resolve(pairs),
      } as TokenContracts,
      { inForce: () => Promise.resolve([]) } as unknown as PausesService,
    );
  });

  it('fetches a list once a minute per currency, and dates it', async () => {
    const first = await catalog.listCryptos('USD');
    time.wall += MINUTE - 1;
    expect(await catalog.listCryptos('USD')).toEqual(first);
    expect(first).toEqual({ pairs: [pair()], asOf: new Date(Date.UTC(2026, 0, 31, 12)) });
    await catalog.listCryptos('EUR');
    expect(ramp.listed).toEqual(['USD', 'EUR']);
  });

  it('concurrent callers share one fetch', async () => {
    const list = later();
    ramp.list = () => list.promise;
    const waiting = Array.from({ length: 100 }, () => catalog.listCryptos('USD'));
    list.give(listed([pair()]));
    await Promise.all(waiting);
    expect(ramp.listed).toEqual(['USD']);
  });

  it('serves an older list while it fetches a newer one, and then the newer one', async () => {
    await catalog.listCryptos('USD');
    time.wall += MINUTE;
    const list = later();
    ramp.list = () => list.promise;
    expect((await catalog.listCryptos('USD')).pairs).toHaveLength(1);
    expect((await catalog.listCryptos('USD')).pairs).toHaveLength(1);
    list.give(listed([pair(), pair({ network: 'BSC' })]));
    await settle();
    const newer = await catalog.listCryptos('USD');
    expect([newer.pairs.length, newer.asOf]).toEqual([2, time.now()]);
    expect(ramp.listed).toHaveLength(2);
  });

  it('waits for the newer list if the older one is very old', async () => {
    await catalog.listCryptos('USD');
    time.wall += 10 * MINUTE;
    ramp.list = () => Promise.resolve(listed([pair(), pair({ network: 'BSC' })]));
    expect((await catalog.listCryptos('USD')).pairs).toHaveLength(2);
  });

  it('keeps the older list after an empty one, and takes the next', async () => {
    const { asOf } = await catalog.listCryptos('USD');
    time.wall += MINUTE;
    ramp.list = () => Promise.resolve(listed([]));
    await catalog.listCryptos('USD');
    await settle();
    expect(await catalog.listCryptos('USD')).toEqual({ pairs: [pair()], asOf });
    expect(await catalog.limitsFor('USD')).toHaveLength(1);
    expect(ramp.listed).toHaveLength(2);
    time.wall += 5000;
    ramp.list = () => Promise.resolve(listed([pair(), pair({ network: 'BSC' })]));
    await catalog.listCryptos('USD');
    await settle();
    expect(await catalog.limitsFor('USD')).toHaveLength(2);
  });

  it('shows an empty list if there was never another, and refuses no checkout by it', async () => {
    ramp.list = () => Promise.resolve(listed([]));
    expect((await catalog.listCryptos('USD')).pairs).toEqual([]);
    expect(await catalog.limitsFor('USD')).toBeNull();
  });

  it('keeps the older list after any failed fetch', async () => {
    const { asOf } = await catalog.listCryptos('USD');
    const refused = { ...refusedMethod('').refusal!, kind: 'refused', evidence: evidence('list') } as const;
    const nonsense = { kind: 'protocol', detail: 'no list', evidence: evidence('list') } as const;
    for (const failure of [NOT_SENT, refused, nonsense]) {
      time.wall += MINUTE;
      ramp.list = () => Promise.resolve(failure);
      await catalog.listCryptos('USD');
      await settle();
      expect((await catalog.listCryptos('USD')).asOf).toEqual(asOf);
    }
    expect(ramp.listed).toHaveLength(4);
  });

  it('serves a day-old list after two seconds if the provider hangs', async () => {
    const { asOf } = await catalog.listCryptos('USD');
    time.wall += 24 * 60 * MINUTE;
    const list = later();
    ramp.list = () => list.promise;
    const waiting = Promise.all(Array.from({ length: 10 }, () => catalog.listCryptos('USD')));
    await time.pass(2000);
    for (const listing of await waiting) expect(listing.asOf).toEqual(asOf);
    expect(ramp.listed).toHaveLength(2);
    list.give(listed([pair(), pair({ network: 'BSC' })]));
    await settle();
    expect((await catalog.listCryptos('USD')).pairs).toHaveLength(2);
  });

  it('serves its dated list while the provider is down, and pauses between fetches', async () => {
    const { asOf } = await catalog.listCryptos('USD');
    ramp.list = () => Promise.resolve(NOT_SENT);
    time.wall += 60 * MINUTE;
    expect((await catalog.listCryptos('USD')).asOf).toEqual(asOf);
    for (let i = 0; i < 10; i++) await catalog.listCryptos('USD');
    expect(ramp.listed).toHaveLength(2);
    time.wall += 5000;
    await catalog.listCryptos('USD');
    expect(ramp.listed).toHaveLength(3);
  });

  it('without any list the failure is a problem, and the fetch is repeated after a pause', async () => {
    ramp.list = () => Promise.resolve(NOT_SENT);
    await expect(catalog.listCryptos('USD')).rejects.toMatchObject({ code: 'ramp_unavailable' });
    await expect(catalog.listCryptos('USD')).rejects.toMatchObject({ code: 'ramp_unavailable' });
    expect(ramp.listed).toHaveLength(1);
    time.wall += 5000;
    ramp.list = () => Promise.resolve(listed([pair()]));
    expect((await catalog.listCryptos('USD')).pairs).toHaveLength(1);
  });

  it.each(['usd', 'XAU', 'ABC', '__proto__'])('refuses the currency %s without asking the provider', async (fiat) => {
    await expect(catalog.listCryptos(fiat)).rejects.toMatchObject({
      code: 'invalid_request',
      extras: { errors: [{ field: 'fiat', message: 'must be an ISO 4217 currency code, such as USD' }] },
    });
    expect(await catalog.limitsFor(fiat)).toBeNull();
    expect(ramp.listed).toEqual([]);
  });

  describe('catalog: odd entries of a list', () => {
    it('are counted each time and logged on change', async () => {
      const warned = vi.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
      try {
        const odds = [{}, { unreadable: 2, limits: 1 }, { unreadable: 2, limits: 1 }, { duplicate: 1 }, {}];
        for (const odd of odds) {
          ramp.list = () => Promise.resolve(listed([pair()], odd));
          await catalog.listCryptos('USD');
          time.wall += 11 * MINUTE;
        }
        const msg = LOG_EVENTS.crypto_list_odd[1];
        const none = { event: 'crypto_list_odd', msg, fiat: 'USD', unreadable: 0, duplicate: 0, limits: 0 };
        expect(warned.mock.calls).toEqual([
          [{ ...none, unreadable: 2, limits: 1 }],
          [{ ...none, duplicate: 1 }],
          [none],
        ]);
      } finally {
        warned.mockRestore();
      }
      const counts = (await metrics.oddListEntries.get()).values.map(({ labels, value }) => [labels.kind, value]);
      expect(counts).toEqual([
        ['unreadable', 4],
        ['duplicate', 1],
        ['limits', 2],
      ]);
    });
  });

  describe('limitsFor', () => {
    it('returns null for a very old list', async () => {
      await catalog.listCryptos('USD');
      ramp.list = () => Promise.resolve(NOT_SENT);
      time.wall += 10 * MINUTE - 1;
      expect(await catalog.limitsFor('USD')).not.toBeNull();
      time.wall += 1;
      expect(await catalog.limitsFor('USD')).toBeNull();
    });
  });

  describe('quotes', () => {
    const wish = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'DE', amount: '100' } as const;

    it('a sale sends its amount unchanged and no payment method', async () => {
      const sale = { ...wish, side: 'SELL', amount: '100.123456789012345678' } as const;
      await catalog.quotes({ ...sale, payWayCode: '10001', type: 'ALL' });
      expect(ramp.quoted).toEqual([{ ...sale, payWayCode: null, type: 'ONE' }]);
    });
  });
});
