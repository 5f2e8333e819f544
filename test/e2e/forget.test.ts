import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyOf, freshDatabase } from '../support/database.js';
import { runToEnd } from '../support/run-to-end.js';
import type { Ran } from '../support/run-to-end.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, Service, SERVICE_KEY, until } from '../support/service.js';
import { callbackToken, historyProblems } from '../support/service-history.js';
import { Rows } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';
import { findStored } from '../support/stored-persons.js';
import { ISSUED_TOKENS } from '../support/token-endpoint.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

const SETTINGS = { ...ISSUED_TOKENS, WEBHOOK_ALLOW_PRIVATE: 'true' };

const world = useWorld(SETTINGS, { own: 'process', document: true });
let receiver: Receiver;
let folder: string;
let jane: Person;
let john: Person;

/** A customer with a purchase and a sale, and every text that identifies the customer. */
interface Person {
  readonly id: string;
  readonly email: string;
  readonly texts: readonly string[];
  readonly purchase: string;
  readonly refused: string;
  readonly cancelled: string;
  readonly sale: string;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-forget-'));
  ({ receiver } = await subscribe(world.service));
  // A receiver that repeats its messages.
  receiver.answer = (response) => response.writeHead(200).end(receiver.messages.at(-1)?.body.slice(0, 1000));
  [jane, john] = [await live('jane', 'a1'), await live('john', 'b2')];
}, 120_000);
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

/** A life of a customer: a purchase in review and settled, a refused and a cancelled one, and a sale. */
async function live(name: string, hex: string): Promise<Person> {
  const { service, sandbox, rows } = world;
  const texts: string[] = [];
  const sow = (text: string): string => {
    texts.push(text);
    return text;
  };
  const wallet = (n: number): string => sow(`0x${hex.repeat(19)}${String(n).padStart(2, '0')}`);
  const customer = { id: sow(`customer-${name}`), email: sow(`${name}@planted.example`) };
  const body = (n: number): Record<string, unknown> =>
    checkoutBody({
      customer,
      address: wallet(n),
      memo: sow(`memo of ${name} ${n}`),
      redirectUrl: sow(`https://shop.example/thanks-${name}-${n}`),
      failRedirectUrl: sow(`https://shop.example/failed-${name}-${n}`),
      metadata: { note: sow(`a note on ${name} ${n}`) },
    });

  const bought = await service.order(body(1));
  const purchase = bought.merchantOrderNo;
  sow(bought.payUrl);
  const told = { status: 'PAID', note: sow(`callback about ${name}`) };
  expect((await service.post(`/callbacks/ramp/${callbackToken(purchase)}`, told)).status).toBe(200);
  const paidInto = wallet(4);
  await sandbox.force(purchase, 'PAY_SUCCESS', { address: paidInto });
  await until('in review', async () => (await service.read(purchase)).inReview);
  const [mismatch] = await rows.mismatches(purchase);
  const note = { note: `${name}'s wallet ${paidInto} is right` };
  expect((await service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, note)).status).toBe(200);
  const remark = { text: sow(`${name} called,\nshe is Mrs ${name}`) };
  expect((await service.post(`/v1/admin/orders/${purchase}/notes`, remark)).status).toBe(201);
  await sandbox.force(purchase, 'FINISHED');
  await rows.untilStatus(purchase, 'COMPLETED');

  const refusedBody = body(2);
  const refused = String(refusedBody['merchantOrderNo']);
  const words = sow(`No account for ${name}`);
  await sandbox.refuse(refused, '3106', words);
  expectProblem(await service.checkout(refusedBody), 422, 'address_at_risk');

  const lost = body(3);
  const cancelled = String(lost['merchantOrderNo']);
  const page = `<p>${sow(`page about ${name}`)}</p>`;
  await sandbox.fault({ endpoint: 'create', merchantOrderNo: cancelled, act: 'status', code: 502, body: page });
  const second = await service.order(lost);
  sow(second.payUrl);
  await pressButton(second.payUrl, 'cancel');
  await rows.untilStatus(cancelled, 'CANCELLED');

  const sale = newNumber();
  const payee = { name: sow(`Payee ${name}`), account: sow(`account-${name}`), card: sow(`card-of-${name}`) };
  await sandbox.control('POST', '/sell-orders', { merchantOrderNo: sale, email: sow(`payee.${name}@planted.example`) });
  await sandbox.force(sale, '4', { ...payee, orderAddress: sow(`https://ramp.example/orders/${name}`) });
  const metadata = { note: sow(`a note on the sale of ${name}`) };
  const registered = await service.post('/v1/sell-orders', {
    merchantOrderNo: sale,
    customer: { id: customer.id },
    metadata,
  });
  expect(registered.status, registered.text).toBe(201);
  await rows.untilStatus(sale, 'COMPLETED');
  await until('told', () => Promise.resolve(receiver.messages.some(({ data }) => data['merchantOrderNo'] === sale)));
  return { ...customer, texts, purchase, refused, cancelled, sale };
}

/** Where she stands before, among others. */
const PLACES = [
  'orders.address_key',
  'orders.customer_id',
  'orders.metadata',
  'orders.customer_email, opened',
  'trades.asked',
  'trades.pay_url',
  'trades.refusal',
  'trades.facts',
  'trades.last_seen',
  'trades.payee_sealed, opened',
  'order_events.evidence',
  'mismatches.asked',
  'mismatches.seen',
  'mismatches.note',
  'order_notes.text_sealed, opened',
  'callback_receipts.content, opened',
  'webhook_attempts.answer',
];
const ordersOf = ({ purchase, refused, cancelled, sale }: Person): string[] => [purchase, refused, cancelled, sale];
const forget = (body: object, service = world.service) => service.post('/v1/admin/forget', body);
const env = (databaseUrl: string): Record<string, string> => ({ DATABASE_URL: databaseUrl, SERVICE_KEY });
const program = (args: readonly string[], databaseUrl = world.databaseUrl): Promise<Ran> =>
  runToEnd('src/cli/forget/main.js', args, env(databaseUrl));
const accounts = (name: string, databaseUrl = world.databaseUrl): Promise<Ran> =>
  runToEnd(`src/cli/accounts/${name}.js`, name === 'report' ? ['--json'] : [], env(databaseUrl));

async function report(): Promise<Record<string, unknown>> {
  const figures = JSON.parse((await accounts('report')).out) as Record<string, unknown>;
  return { ...figures, generatedAt: null, oldestOpen: null };
}

describe('forgetting a customer', () => {
  it('who has an open order is refused, which is named', async () => {
    const { service, rows } = world;
    const customer = { id: 'customer-open', email: 'open@planted.example' };
    const { merchantOrderNo: open } = await service.order(checkoutBody({ customer }));
    const answer = await forget({ customer: customer.id });
    expectProblem(answer, 409, 'order_not_ended');
    expect(answer.body['merchantOrderNos']).toEqual([open]);
    expect(
      await rows.query('SELECT 1 FROM orders WHERE merchant_order_no = $1 AND erased_at IS NULL', [open]),
    ).toHaveLength(1);
    expectProblem(await forget({ merchantOrderNo: open }), 409, 'order_not_ended');
  });

  it('asks for exactly one subject, and for one that there is', async () => {
    expectProblem(await forget({}), 400, 'invalid_request');
    expectProblem(await forget({ customer: 'a', email: 'b@example.com' }), 400, 'invalid_request');
    expectProblem(await forget({ customer: 'a', forced: true }), 400, 'invalid_request');
    expectProblem(await forget({ merchantOrderNo: 'Nobody-1' }), 404, 'not_found');
    expect(await forget({ customer: 'nobody' })).toMatchObject({ status: 200, body: { orders: 0, erased: 0 } });
  });

  it('leaves nothing of her, in clear or encrypted, and all of somebody else; what is checked still fits', async () => {
    const { service, rows } = world;
    const places = (await findStored(rows, jane.texts)).map((found) => found.split(' in ').at(-1));
    expect(places).toEqual(expect.arrayContaining(PLACES));
    const others = await findStored(rows, john.texts);
    expect(others.length).toBeGreaterThan(john.texts.length);
    const before = await report();
    expect(await forget({ customer: jane.id, dryRun: true })).toMatchObject({ body: { orders: 4, erased: 0 } });
    expect(await forget({ customer: jane.id })).toMatchObject({ status: 200, body: { orders: 4, erased: 4 } });

    expect(await findStored(rows, jane.texts)).toEqual([]);
    expect(await findStored(rows, john.texts)).toEqual(others);
    const found = async (text: string): Promise<unknown> =>
      (await service.get(`/v1/admin/orders?text=${text}`)).body['items'];
    expect(await found(jane.id)).toEqual([]);
    for (const text of [john.id, john.texts.find((one) => one.startsWith('0x'))!]) {
      expect(await found(text)).not.toEqual([]);
    }
    expect(await report()).toEqual(before);
    const verified = await accounts('verify-history');
    expect(verified.out).toContain('all is well');
    expect(verified.code, verified.out).toBe(0);
    for (const number of ordersOf(jane)) expect(historyProblems(await rows.whole(number))).toEqual([]);
    expect(await service.read(jane.purchase)).toMatchObject({ status: 'COMPLETED', address: '[erased]', memo: null });
  });

  it('is written down by a digest, and told to whoever guards the service', async () => {
    const [entry] = await world.rows.query<{ target: string; detail: unknown }>(
      `SELECT target, detail FROM audit_log WHERE action = 'person.forget' AND detail ->> 'orders' = '4'`,
    );
    expect(entry).toMatchObject({
      target: expect.stringMatching(/^customer #1:[0-9a-f]{16}$/) as string,
      detail: { orders: 4 },
    });
    expect(world.service.program.output()).toContain('"event":"sensitive_delete"');
  });

  it('nothing more is made of her orders, and nobody opens them', async () => {
    const { service, sandbox } = world;
    for (const number of [jane.refused, jane.cancelled]) {
      expectProblem(await service.post(`/v1/orders/${number}/retry`, {}), 409, 'order_not_retryable');
      expect(await service.read(number)).toMatchObject({ retryable: false });
      const anew = checkoutBody({ merchantOrderNo: number, customer: { id: jane.id, email: jane.email } });
      expectProblem(await service.checkout(anew), 409, 'merchant_order_no_conflict');
    }
    expect(await sandbox.creates(jane.cancelled)).toHaveLength(2);
    const secrets = await world.rows.query(
      'SELECT 1 FROM orders WHERE customer_id IS NULL AND secret_salt IS NOT NULL',
    );
    expect(secrets).toEqual([]);
  });

  it('what the provider says later is heard, and brings nothing of her back', async () => {
    const { service, sandbox, rows } = world;
    await service.post(`/callbacks/ramp/${callbackToken(jane.cancelled)}`, { note: `callback about jane` });
    await sandbox.force(`${jane.cancelled}-r2`, 'FINISHED', { address: jane.texts[2] });
    await rows.untilStatus(jane.cancelled, 'COMPLETED');
    await service.post(`/v1/admin/orders/${jane.sale}/ask`, { reason: 'Has it changed?' });
    expect(await service.read(jane.cancelled)).toMatchObject({ inReview: false, address: '[erased]' });
    expect(await findStored(rows, jane.texts)).toEqual([]);
    expect((await accounts('verify-history')).code).toBe(0);
  });

  it('is done again after a restore, by a list without names', async () => {
    const database = await freshDatabase();
    const { url } = database;
    const made = Rows.of(url);
    const maker = await Service.start({ databaseUrl: url, rampUrl: world.sandbox.url, env: SETTINGS });
    let open = '';
    for (const [name, hex] of [
      ['ann', 'c3'],
      ['bob', 'd4'],
      ['cleo', 'e5'],
    ] as const) {
      const customer = { id: `customer-${name}`, email: `${name}@planted.example` };
      const order = await maker.order(checkoutBody({ customer, address: `0x${hex.repeat(20)}` }));
      if (name === 'cleo') {
        open = order.merchantOrderNo;
        continue;
      }
      await pressButton(order.payUrl, 'cancel');
      await made.untilStatus(order.merchantOrderNo, 'CANCELLED');
    }
    await maker.stop();
    await made.close();
    const backup = await copyOf(database);
    const kept = Rows.of(backup.url);
    const eraser = await Service.start({ databaseUrl: url, rampUrl: world.sandbox.url, env: SETTINGS });
    try {
      expect((await forget({ email: 'ANN@planted.example' }, eraser)).body).toEqual({ orders: 1, erased: 1 });
      expect((await forget({ email: 'cleo@planted.example', force: true }, eraser)).status).toBe(200);
      const list = await program(['--list'], url);
      expect(list.code, list.errors).toBe(0);
      expect(list.out).not.toContain('ann');
      const file = join(folder, 'forgotten.jsonl');
      writeFileSync(file, list.out);
      const anns = ['customer-ann', 'ann@planted.example', 'c3'.repeat(20)];
      expect(await findStored(kept, anns)).not.toEqual([]);
      const ran = await program(['--replay', file], backup.url);
      expect(ran.code, ran.errors).toBe(1);
      // A list does not erase orders that may still be paid; the program reports them.
      expect(ran.out).toContain(`\n  ${open}\n`);
      expect(await findStored(kept, anns)).toEqual([]);
      // Of this database another backup may be restored.
      expect((await program(['--list'], backup.url)).out).toBe(list.out);
      expect(await findStored(kept, ['customer-bob'])).not.toEqual([]);
      expect((await accounts('verify-history', backup.url)).code).toBe(0);
    } finally {
      await eraser.stop();
      await kept.close();
      await backup.drop();
      await database.drop();
    }
  });
});
