import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../support/made-key.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, orderOf, until } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';
import { findStored } from '../support/stored-persons.js';

type Headers = Readonly<Record<string, string>>;

const TEXT = 'Mrs Doe called:\n\tthe wallet is her new one.';

const world = useWorld({ AUTH: 'required', LOG_LEVEL: 'trace' }, { own: 'process', document: true });
let support: Headers;
let admin: Headers;
let shop: Headers;

beforeAll(async () => {
  const key = async (role: string): Promise<Headers> => ({
    'x-api-key': (await createKey(world.databaseUrl, role, `${role} desk`)).key,
  });
  [support, admin, shop] = [await key('support'), await key('admin'), await key('checkout')];
});

const path = (number: string): string => `/v1/admin/orders/${number}/notes`;
const write = (number: string, text: unknown = TEXT, headers: Headers = {}, as = support): Promise<Answer> =>
  world.service.post(path(number), { text }, { ...as, ...headers });
const read = (number: string, query = '', as = support): Promise<Answer> =>
  world.service.request('GET', `${path(number)}${query}`, { headers: as });
const order = async () => orderOf(await world.service.checkout(checkoutBody(), shop));

const textsOf = ({ body }: Answer): unknown[] => (body['items'] as { text: unknown }[]).map(({ text }) => text);
const audited = (number: string) =>
  world.rows.query('SELECT action, reason, detail FROM audit_log WHERE target = $1 ORDER BY id', [number]);

describe('notes on an order', () => {
  it('are listed newest first with their writers, audited without their text, and encrypted', async () => {
    const { merchantOrderNo: number } = await order();
    expect((await read(number)).body).toEqual({ items: [], nextCursor: null });
    const first = await write(number, `  ${TEXT.replace('\n', '\r\n')} `);
    expect([first.status, first.body]).toEqual([
      201,
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
        by: 'support desk',
        text: TEXT,
      },
    ]);
    const second = await write(number, 'Refund expected.', {}, admin);
    expect(await read(number)).toMatchObject({ body: { items: [second.body, first.body], nextCursor: null } });
    const page = await read(number, '?limit=1');
    expect(textsOf(page)).toEqual(['Refund expected.']);
    expect(textsOf(await read(number, `?limit=1&cursor=${String(page.body['nextCursor'])}`))).toEqual([TEXT]);

    const note = ({ body }: Answer) => ({ action: 'order.note', reason: null, detail: { id: body['id'] } });
    const looked = { action: 'order.read_notes', reason: null, detail: {} };
    expect(await audited(number)).toEqual([note(first), note(second), looked, looked, looked]);
    expect(await findStored(world.rows, ['Mrs Doe called'])).toEqual([
      'Mrs Doe called in order_notes.text_sealed, opened',
    ]);
    expect(world.service.program.output()).not.toContain('Mrs Doe');
  });

  it('change nothing that is told of the order, and are told to no customer or server', async () => {
    const { merchantOrderNo: number, clientSecret } = await order();
    // Later polls find nothing new.
    const { version } = await until('its first poll is recorded', async () => {
      const whole = await world.rows.whole(number);
      return whole.trades[0]?.ramp_status !== null && whole.order;
    });
    const events = await world.rows.announced(number);
    await write(number);
    const whole = await world.service.request('GET', `/v1/admin/orders/${number}`, { headers: admin });
    expect(whole.body).toMatchObject({ version, historyIntact: true });
    for (const headers of [shop, { 'x-client-secret': clientSecret! }]) {
      const answer = await world.service.request('GET', `/v1/orders/${number}`, { headers });
      expect([answer.status, answer.body['version']]).toEqual([200, version]);
      expect(answer.text).not.toContain('Mrs Doe');
      const [status, code] =
        'x-api-key' in headers ? ([403, 'forbidden'] as const) : ([401, 'unauthenticated'] as const);
      expectProblem(await read(number, '', headers), status, code);
    }
    expect(await world.rows.announced(number)).toEqual(events);
  });

  it('are written once, however often and at once they are repeated under one key', async () => {
    const { merchantOrderNo: number } = await order();
    const once = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(number, TEXT, once)));
    const ids = new Set(answers.map(({ body }) => body['id']));
    expect([ids.size, answers.map(({ status }) => status).sort()]).toEqual([1, [200, 200, 200, 200, 201]]);
    expect((await write(number, TEXT, once)).status).toBe(200);
    expect(textsOf(await read(number))).toEqual([TEXT]);
    // Another text, another member of staff, and no key.
    for (const [text, headers, as] of [
      ['Something else', once, support],
      [TEXT, once, admin],
      [TEXT, {}, support],
    ] as const) {
      expect((await write(number, text, headers, as)).status).toBe(201);
    }
    expect(textsOf(await read(number))).toHaveLength(4);
  });

  it('lose their text when the customer is forgotten, and none is written after', async () => {
    const { merchantOrderNo: number, payUrl } = await order();
    await write(number, 'Mr Smith wants his money');
    await pressButton(payUrl!, 'pay');
    await until('completed', async () => {
      const [row] = await world.rows.query('SELECT status FROM orders WHERE merchant_order_no = $1', [number]);
      return row?.['status'] === 'COMPLETED';
    });
    const forgotten = await world.service.post('/v1/admin/forget', { merchantOrderNo: number }, admin);
    expect(forgotten.status, forgotten.text).toBe(200);
    expect(await findStored(world.rows, ['Mr Smith'])).toEqual([]);
    expect(await read(number)).toMatchObject({ body: { items: [{ by: 'support desk', text: null }] } });
    expectProblem(await write(number), 404, 'not_found');
    expect(await world.rows.query('SELECT 1 FROM order_notes WHERE merchant_order_no = $1', [number])).toHaveLength(1);
  });
});
