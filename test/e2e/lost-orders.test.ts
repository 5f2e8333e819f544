import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FORGET_ORDERS } from '../support/order-writer.js';
import { pressButton } from '../support/sandbox-client.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { expectProblem, newCheckout, until } from '../support/service.js';

let world: World;
beforeEach(async () => {
  world = await startWorld({}, {}, 'process');
});
afterEach(() => world.close());

const alarm = (): Promise<Record<string, unknown>> =>
  until('an alarm', () => {
    const lines = world.service.program.output().split('\n');
    const line = lines.find((text) => text.includes('"event":"answer_without_trade"'));
    return Promise.resolve(line === undefined ? null : (JSON.parse(line) as Record<string, unknown>));
  });
const loseAll = (): Promise<unknown> => world.rows.query(FORGET_ORDERS);
const provider = (number: string) =>
  until('the provider has it', async () => (await world.sandbox.orders(number))[0] ?? null);

describe('an answer about an order that the database has lost', () => {
  it('to a create: is alarmed with both numbers, its caller gets 503, and a repeat adopts what the provider has', async () => {
    const { sandbox, service } = world;
    const { body, number } = newCheckout();
    await sandbox.fault({ endpoint: 'create', act: 'delay-after', ms: 1500 });
    const answering = service.checkout(body);
    const { orderNo, payUrl } = await provider(number);
    await loseAll();
    expect(expectProblem(await answering, 503, 'ramp_unavailable')['merchantOrderNo']).toBe(number);
    const line = await alarm();
    expect(line).toMatchObject({ level: 'error', from: 'create', tradeNo: number, orderNo });
    expect(JSON.stringify(line)).not.toContain(payUrl);
    expect(JSON.stringify(line)).not.toContain(String(body['address']));

    const repeated = await service.insist(body);
    expect(repeated).toMatchObject({ status: 201, body: { orderNo, payUrl: null, inReview: false } });
    expect((await service.insist(body)).status).toBe(200);
    expect(await sandbox.creates(number)).toHaveLength(1);
    const metrics = await service.metrics();
    expect(metrics).toContain('ramp_checkout_answers_without_trade_total{from="create"} 1');
    expect(metrics).toContain('ramp_checkout_numbers_in_doubt 1');
  });

  it('to a query: is alarmed with both numbers', async () => {
    const { sandbox, service } = world;
    const { body, number } = newCheckout();
    await service.order(body);
    const { orderNo } = await provider(number);
    await sandbox.fault({ endpoint: 'query', act: 'delay-after', ms: 1000, times: 0 });
    const mark = await sandbox.mark();
    await service.read(number);
    await until('a query', async () => (await sandbox.calls('query', mark)).length > 0);
    await loseAll();
    expect(await alarm()).toMatchObject({ from: 'query', tradeNo: number, orderNo });
  });

  it('by callback: is alarmed', async () => {
    const { body, number } = newCheckout();
    const { payUrl } = await world.service.order(body);
    await loseAll();
    await pressButton(payUrl, 'pay');
    expect(await alarm()).toMatchObject({ from: 'callback', tradeNo: number });
  });
});
