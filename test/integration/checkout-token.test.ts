import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CheckoutAnswer } from '#src/checkout/checkout.service.js';
import type { AccessTokenSettings } from '#src/platform/config/ramp-settings.js';
import type { OrderState } from '#src/orders/model/order.types.js';
import type { CreateResult, NoTokenReason, RampNotSent } from '#src/ramp/port/ramp.errors.js';
import type { TradeCustomer } from '#src/ramp/port/ramp.types.js';
import { EVERYBODY } from '#src/platform/callers/caller.js';
import { SECOND } from '../support/moments.js';
import { settingsWith } from '../support/settings.js';
import { openOwnOrderWriter } from '../support/order-writer.js';
import { evidence as evidenceOf } from '../unit/catalog/scripted-ramp.js';
import { checkoutRequest, openCheckouts } from '../support/checkouts.js';
import type { OrderWriter } from '../support/order-writer.js';

Logger.overrideLogger(false);

let opened: OrderWriter;
beforeEach(async () => {
  opened = await openOwnOrderWriter();
});
afterEach(() => opened.close());

const evidence = evidenceOf('create');
const CREATED: CreateResult = {
  kind: 'answered',
  value: { orderNo: 'P-1', payUrl: 'https://pay.example/1' },
  evidence,
};
const LOST: CreateResult = { kind: 'unknown', reason: 'timeout', detail: 'timeout', evidence };
const TOKEN_REFUSED: CreateResult = {
  kind: 'refused',
  reason: 'access_token',
  returnCode: '4401',
  returnMsg: 'token expired',
  min: null,
  max: null,
  resendable: true,
  evidence,
};
const without = (reason: NoTokenReason): RampNotSent => ({ kind: 'not_sent', reason, detail: reason, evidence });

const JANE: TradeCustomer = { id: 'c-1', email: 'jane@customer.example', accessToken: null };
const REQUEST = checkoutRequest(JANE);

const sourceOf = (given: Record<string, string>): AccessTokenSettings => settingsWith(given).ramp.accessToken;
const BY_EMAIL = sourceOf({ RAMP_ACCESS_TOKEN_URL: '/getToken' });

type Step = readonly ['token' | 'create', TradeCustomer];

function checkouts(
  {
    prepare = () => null,
    create = () => CREATED,
  }: {
    readonly prepare?: (time: number) => RampNotSent | null;
    readonly create?: (time: number) => CreateResult;
  },
  accessToken = BY_EMAIL,
) {
  const settings = { ...opened.settings, ramp: { ...opened.settings.ramp, accessToken } };
  const steps: Step[] = [];
  const times = (kind: Step[0]): number => steps.filter(([step]) => step === kind).length;
  const ramp = {
    prepareTrade: async (customer: TradeCustomer) => {
      steps.push(['token', customer]);
      expect((await trades()).filter(({ outcome }) => outcome === 'in_flight')).toEqual([]);
      return prepare(times('token'));
    },
    createTrade: (_request: unknown, customer: TradeCustomer) => {
      steps.push(['create', customer]);
      return Promise.resolve(create(times('create')));
    },
  };
  const catalog = { limitsFor: () => Promise.resolve(null) };
  const { drives, emails, service } = openCheckouts(opened, { ramp, catalog, settings });
  const checkout = (customer = JANE): Promise<CheckoutAnswer> => service.checkout(EVERYBODY, { ...REQUEST, customer });
  return { steps, drives, emails, service, checkout, kinds: () => steps.map(([kind]) => kind) };
}

const state = async (): Promise<OrderState | null> => (await opened.orders.find('A-1001')).state;
const trades = async () => (await state())?.trades ?? [];
const events = async (): Promise<string[]> =>
  (await opened.database.query<{ kind: string }>('SELECT kind FROM order_events ORDER BY seq')).map(({ kind }) => kind);

/** A checkout whose process stopped after this answer to its first create. */
async function leftBehind(answer: CreateResult): Promise<void> {
  const { checkout, drives } = checkouts({
    create: () => {
      drives.onModuleDestroy();
      return answer;
    },
  });
  expect((await checkout()).status).toBe(202);
}

it('a repeat finds the order under the number that an earlier release derived from its key', async () => {
  const { checkout, service, kinds } = checkouts({});
  await checkout();
  const again = await service.checkout(EVERYBODY, { ...REQUEST, merchantOrderNo: 'A-2', repeated: ['A-2', 'A-1001'] });
  expect([again.status, again.state.order.merchantOrderNo]).toEqual([200, 'A-1001']);
  expect(kinds()).toEqual(['token', 'create']);
});

describe('access token: is fetched before the timestamp is committed', () => {
  it('for a resend', async () => {
    const { checkout, kinds } = checkouts({ create: (time) => (time === 1 ? TOKEN_REFUSED : CREATED) });
    expect((await checkout()).status).toBe(201);
    expect(kinds()).toEqual(['token', 'create', 'token', 'create']);
  });

  it('for the next trade', async () => {
    const { checkout, kinds } = checkouts({ create: (time) => (time === 1 ? LOST : CREATED) });
    expect((await checkout()).status).toBe(201);
    expect(kinds()).toEqual(['token', 'create', 'token', 'create']);
  });

  it('for a retried trade', async () => {
    const { checkout, kinds } = checkouts({ create: (time) => (time <= 2 ? TOKEN_REFUSED : CREATED) });
    await expect(checkout()).rejects.toMatchObject({ code: 'ramp_configuration' });
    expect((await checkout()).status).toBe(201);
    expect(kinds()).toEqual(['token', 'create', 'token', 'create', 'token', 'create']);
  });
});

describe('access token: not available', () => {
  it('a refused request is not resent, no timestamp is committed, and the caller gets the problem', async () => {
    const prepare = (time: number): RampNotSent | null => (time === 1 ? null : without('access_token_away'));
    const { checkout, kinds } = checkouts({ prepare, create: () => TOKEN_REFUSED });
    await expect(checkout()).rejects.toMatchObject({ code: 'ramp_unavailable' });
    expect(kinds()).toEqual(['token', 'create', 'token']);
    expect(await trades()).toMatchObject([{ outcome: 'not_sent', status: 'EXPIRED', sends: 1 }]);
    expect((await state())!.order.attemptUntil).toBeNull();
  });

  it('the worker retries soon and writes no history meanwhile', async () => {
    await leftBehind(TOKEN_REFUSED);
    const before = await events();
    const { drives, emails, kinds } = checkouts({ prepare: () => without('access_token_away') });
    for (let round = 1; round <= 3; round++) {
      const lease = drives.newLease();
      await opened.database.query('UPDATE orders SET attempt_until = checkout_now(), attempt_lease = NULL');
      await sleep(5);
      expect(await opened.leases.claim([lease.id], lease.durationMs)).toHaveLength(1);
      const found = (await state())!;
      const customer = await emails.customerOf(found.order);
      const drive = { state: found, lease, customer, callerWaits: false, cause: 'checkout' } as const;
      expect(await drives.resume(drive)).toEqual({ kind: 'left' });
    }
    expect(kinds()).toEqual(['token', 'token', 'token']);
    expect(await events()).toEqual(before);
    const { order, now } = (await state())!;
    expect(order.attemptUntil!.getTime() - now.getTime()).toBeLessThan(10 * SECOND);
  });

  it('without a needed customer nothing is reserved', async () => {
    const { checkout } = checkouts({ prepare: () => without('no_customer_email') });
    await expect(checkout()).rejects.toMatchObject({ code: 'invalid_request' });
    expect(await state()).toBeNull();
  });
});

describe('access token: the customer', () => {
  it('has their e-mail address stored though no token is issued by it', async () => {
    const { checkout, emails } = checkouts({}, sourceOf({ RAMP_ACCESS_TOKEN: 'fixed' }));
    await checkout();
    expect((await emails.customerOf((await state())!.order)).email).toBe(JANE.email);
  });

  it.each<[string, TradeCustomer]>([
    ['says nothing of it', { id: 'c-1', email: null, accessToken: null }],
    ['brings a token of its own', { id: 'c-1', email: null, accessToken: 'own' }],
    ['says it again', { id: 'c-1', email: 'other@customer.example', accessToken: null }],
  ])("is reused by a repeat that continues and %s; the repeat's own values take precedence", async (_, customer) => {
    await leftBehind(LOST);
    await opened.database.query('UPDATE orders SET attempt_until = checkout_now(), attempt_lease = $1', [randomUUID()]);
    await sleep(5);
    const { checkout, steps } = checkouts({});
    expect((await checkout(customer)).status).toBe(200);
    const known = { ...customer, email: customer.email ?? JANE.email };
    expect(steps).toEqual([
      ['token', known],
      ['create', known],
    ]);
  });
});
