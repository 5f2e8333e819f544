import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runToEnd } from '../support/run-to-end.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, SERVICE_KEY, until } from '../support/service.js';
import { historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';
import { findStored } from '../support/stored-persons.js';
import { subscribe } from '../support/webhook-receiver.js';
import type { Receiver } from '../support/webhook-receiver.js';

const world = useWorld({ WEBHOOK_ALLOW_PRIVATE: 'true' }, { document: true });
let receiver: Receiver;

beforeAll(async () => {
  ({ receiver } = await subscribe(world.service));
});
afterAll(async () => {
  await receiver.close();
});

const forget = (body: object) => world.service.post('/v1/admin/forget', body);
const run = async (program: string, ...args: string[]): Promise<number | null> =>
  (await runToEnd(`src/cli/${program}.js`, args, { DATABASE_URL: world.databaseUrl, SERVICE_KEY })).code;

describe('forgetting a customer by force', () => {
  it('ends what waits for a payment; one that comes all the same is recorded, without a person', async () => {
    const { service, rows, sandbox } = world;
    const customer = { id: 'customer-forced', email: 'forced@planted.example' };
    const address = `0x${'e5'.repeat(20)}`;
    const { merchantOrderNo: number, payUrl } = await service.order(checkoutBody({ customer, address }));
    expectProblem(await forget({ customer: customer.id }), 409, 'order_not_ended');
    const dry = await forget({ customer: customer.id, dryRun: true, force: true });
    expect(dry).toMatchObject({ status: 200, body: { orders: 1, erased: 0 } });
    expect((await service.read(number)).status).toBe('AWAITING_PAYMENT');

    const answer = await forget({ customer: customer.id, force: true });
    expect(answer, answer.text).toMatchObject({ status: 200, body: { orders: 1, erased: 1 } });
    expect(await service.read(number)).toMatchObject({
      status: 'EXPIRED',
      failure: { code: 'expired' },
      payUrl: null,
      address: '[erased]',
    });
    const events = await rows.events(number);
    const at = events.findIndex(({ kind }) => kind === 'ended_unpaid');
    const [ended, erased] = events.slice(at, at + 2);
    expect(ended).toMatchObject({ kind: 'ended_unpaid', cause: { kind: 'staff' }, trade_no: number });
    expect(ended!.cause['by']).toEqual(expect.any(String));
    expect(erased).toMatchObject({ kind: 'erased' });
    const [audited] = await rows.query<{ detail: unknown }>(
      `SELECT detail FROM audit_log WHERE action = 'person.forget' ORDER BY id DESC LIMIT 1`,
    );
    expect(audited).toEqual({ detail: { orders: 1, forced: true } });
    const told = (event: string): boolean =>
      receiver.messages.some(({ type, data }) => type === event && data['merchantOrderNo'] === number);
    await until('told', () => Promise.resolve(told('order.expired')));

    // The provider, which still waits for the payment, is polled at once; that does not reopen the order.
    const mark = await sandbox.mark();
    await service.post(`/v1/admin/orders/${number}/ask`, { reason: 'Is it paid?' });
    expect((await sandbox.queries(number, mark)).length).toBeGreaterThan(0);
    expect(await service.read(number)).toMatchObject({ status: 'EXPIRED' });

    await pressButton(payUrl, 'pay');
    await rows.untilStatus(number, 'COMPLETED');
    await until('told', () => Promise.resolve(told('order.completed')));
    expect(await service.read(number)).toMatchObject({ inReview: false, address: '[erased]' });
    expect(await findStored(rows, [customer.id, customer.email, address, payUrl])).toEqual([]);
    expect(historyProblems(await rows.whole(number))).toEqual([]);
    expect(await run('accounts/report')).toBe(0);
    expect(await run('accounts/verify-history')).toBe(0);
  });
});
