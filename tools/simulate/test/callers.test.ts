import { describe, expect, it } from 'vitest';
import { readSettings } from '#src/platform/config/environment.js';
import { DAY } from '#src/platform/time/time.js';
import { signingKeyOf, webhookHeaders } from '#src/webhooks/decisions/webhook-signature.js';
import { Callers } from '../callers/callers.js';
import { Receivers } from '../callers/receivers.js';
import { serviceKeys, settingsOf } from '../callers/settings.js';
import { Dice } from '../kernel/dice.js';
import { Faults } from '../kernel/faults.js';
import { Scheduler } from '../kernel/scheduler.js';
import type { Request, World } from '../kernel/world.js';

const START = Date.UTC(2026, 0, 1);

/** A service that loses every second answer, and makes each order at its first request. */
function madeUpWorld() {
  const [scheduler, dice] = [new Scheduler(START), new Dice('callers')];
  const sent: { readonly who: string; readonly request: Request; readonly isAnswered: boolean }[] = [];
  const world: World = {
    ...{
      scheduler,
      dice,
      faults: new Faults(dice, [], 1),
      told: [],
      logged: [],
      shown: [],
      retried: new Map(),
      note: () => undefined,
    },
    follow: () => Promise.resolve({ status: 204, headers: {}, body: null }),
    request: (who, request) => {
      const isAnswered = sent.filter((one) => one.who === who).length % 2 === 1;
      sent.push({ who, request, isAnswered });
      const { merchantOrderNo = 'i-1' } = (request.body ?? {}) as { merchantOrderNo?: string };
      const order = { merchantOrderNo, status: 'COMPLETED', payUrl: null, settled: true, retryable: false, trades: [] };
      const body = { ...order, items: [], nextCursor: null, secret: 'whsec_c2VjcmV0', url: '#' };
      const answer = isAnswered ? { status: 200, headers: {}, body } : null;
      return new Promise((resolve) => void scheduler.after(50, () => resolve(answer)));
    },
  };
  return { world, sent, scheduler };
}

async function run(without: readonly number[] = []) {
  const { world, sent, scheduler } = madeUpWorld();
  const provider = { at: () => null, makeSale: () => undefined };
  const settings = settingsOf(world.dice.fork('settings'));
  const given = { orders: 20, without, spanMs: 3 * DAY, settings, provider, receivers: new Receivers(world) };
  const callers = await Callers.start(world, {
    ...given,
    run: () => Promise.resolve([]),
    endDoubt: () => Promise.resolve(false),
  });
  await scheduler.runUntil(START + 5 * DAY);
  return { callers, sent, scheduler };
}

describe('callers', () => {
  it('start the service with valid settings, whatever the seed', () => {
    for (let seed = 1; seed <= 30; seed++) readSettings(settingsOf(new Dice(`${seed}`)));
    const ids = [0, 1, 2, 3].map((step) => serviceKeys(new Dice('1'), step).replaceAll(/:[^,]+/g, ''));
    expect(ids).toEqual(['1', '1,2', '2,1', '2,1,3']);
  });

  it('repeat the identical request until it is answered', async () => {
    const { callers, sent, scheduler } = await run();
    const checkouts = sent.filter(({ request }) => request.path === '/v1/checkouts');
    const texts = new Set(checkouts.map(({ request }) => JSON.stringify(request)));
    const answered = new Set(checkouts.filter((one) => one.isAnswered).map(({ request }) => JSON.stringify(request)));
    expect(checkouts.length).toBeGreaterThan(texts.size);
    expect(answered).toEqual(texts);
    callers.calm();
    await scheduler.runUntil(START + 10 * DAY);
    expect(callers.orders.every(({ isOver }) => isOver)).toBe(true);
  });

  it('do the same with an order where others are left out', async () => {
    const bodies = async (without: readonly number[]) => {
      const texts = (await run(without)).sent.map(({ request }) => JSON.stringify(request.body ?? ''));
      return new Set(texts.filter((text) => text.includes('basket-3-of')));
    };
    const all = await bodies([]);
    expect(all.size).toBeGreaterThan(0);
    expect(await bodies([1, 2, 5])).toEqual(all);
    expect((await bodies([3])).size).toBe(0);
  });
});

describe('receivers', () => {
  const URL = 'https://hooks.shop.example/1';

  it('take only what is signed with a secret of their endpoint', () => {
    const { world } = madeUpWorld();
    const receivers = new Receivers(world);
    const secrets = ['one', 'two'].map((text) => `whsec_${Buffer.from(text.repeat(10)).toString('base64')}`);
    receivers.learn(URL, secrets[0]!);
    const receive = (secret: string) => {
      const headers = webhookHeaders('message-1', new Date(START), '{"type":"order.paid"}', [signingKeyOf(secret)]);
      return receivers.receive(URL, headers, '{"type":"order.paid"}');
    };
    expect(receive(secrets[0]!)).toMatchObject({ status: 204 });
    expect(receivers.problems).toEqual([]);
    expect(receive(secrets[1]!)).toMatchObject({ status: 401 });
    expect(receivers.problems).toHaveLength(1);
    expect(world.told).toMatchObject([{ kind: 'webhook', endpoint: URL, id: 'message-1', accepted: true }]);
  });
});
