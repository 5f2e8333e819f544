import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { readMetrics, total } from '../support/promtool.js';
import { checkoutBody, until } from '../support/service.js';
import type { Service } from '../support/service.js';
import { openReceipt } from '../support/service-history.js';
import type { Rows } from '../support/service-rows.js';
import { useWorld } from '../support/service-world.js';

/** The schedule alone would poll after an hour, so earlier polls are due to callbacks. */
const HINTS_ONLY = { RECONCILE_FIRST_DELAY_MS: '3600000' };

const world = useWorld(HINTS_ONLY);

interface Shop {
  readonly service: Service;
  readonly rows: Rows;
}

async function newOrder({ service }: Shop): Promise<{ number: string; path: string }> {
  const { merchantOrderNo: number } = await service.order(checkoutBody());
  const [create] = await world.sandbox.creates(number);
  return { number, path: new URL(String(create!.body!['callbackUrl'])).pathname };
}

const call = (shop: Shop, path: string, body: string, headers: Readonly<Record<string, string>> = {}) =>
  shop.service.request('POST', path, { body, headers });

describe('the same callback again', () => {
  it('a hundred times at once, each stamped and signed anew, is one receipt of a hundred', async () => {
    const shop = await world.another(HINTS_ONLY);
    const { number, path } = await newOrder(shop);
    await world.sandbox.force(number, 'FINISHED', {}, false);
    const signedAt = (timestamp: string): string =>
      JSON.stringify({ status: 'FINISHED', orderNo: 'P-1', timestamp, newSignature: `signed at ${timestamp}` });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const timestamp = String(Date.now() + index);
        return call(shop, path, signedAt(timestamp), { timestamp });
      }),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(new Set(['200 success']));
    await shop.rows.untilStatus(number, 'COMPLETED');
    expect(await shop.rows.receipts(number)).toMatchObject([{ times: 100, claimed_status: 'FINISHED' }]);

    await call(shop, path, '{"status":"CANCEL","orderNo":"P-1","newSignature":"x"}', { timestamp: '1' });
    expect(await shop.rows.receipts(number)).toMatchObject([{ times: 100 }, { times: 1, claimed_status: 'CANCEL' }]);

    const { samples } = readMetrics(await shop.service.metrics());
    const counted = (result: string) => total(samples, 'ramp_checkout_callbacks_total', { result });
    expect([counted('stored'), counted('repeated')]).toEqual([2, 99]);
  });

  it('delivered by the provider until it hears 200, is one receipt', async () => {
    const shop = await world.another({ ...HINTS_ONLY, RAMP_CALLBACK_REPLY_STATUS: '202' });
    await world.sandbox.callbackRetries(20, 20, 20);
    const { number } = await newOrder(shop);
    await world.sandbox.force(number, 'FINISHED');
    await until('four attempts', async () => {
      const sent = await world.sandbox.callbacks(number);
      return sent.length === 4 && sent.every(({ outcome }) => outcome === 'answered');
    });
    await world.sandbox.callbackRetries();
    const timestamps = new Set((await world.sandbox.callbacks(number)).map(({ body }) => body['newSignature']));
    expect(timestamps.size).toBe(4);
    expect(await shop.rows.receipts(number)).toMatchObject([{ times: 4 }]);
  });

  it('is a hint each time', async () => {
    const { number, path } = await newOrder(world);
    await call(world, path, '{"again":1}');
    await until('asked', async () => (await world.sandbox.queries(number)).length > 0);
    await world.sandbox.force(number, 'FINISHED', {}, false);
    await call(world, path, '{"again":1}');
    await world.rows.untilStatus(number, 'COMPLETED');
    expect(await world.rows.receipts(number)).toMatchObject([{ times: 2 }]);
  });

  it('under another trade is another receipt', async () => {
    const [one, two] = [await newOrder(world), await newOrder(world)];
    for (const { path } of [one, two, two]) await call(world, path, '{"from":"somebody"}');
    expect(await world.rows.receipts(one.number)).toMatchObject([{ times: 1 }]);
    expect(await world.rows.receipts(two.number)).toMatchObject([{ times: 2 }]);
  });
});

it('a flood of forgeries is stored, asked about no more often than the floor, and not forgotten', async () => {
  const floorMs = 4000;
  const shop = await world.another({ ...HINTS_ONLY, HINT_FLOOR_MS: String(floorMs) });
  const { number, path } = await newOrder(shop);
  const begun = performance.now();
  for (let index = 0; index < 40; index++) expect((await call(shop, path, `{"flood":${index}}`)).status).toBe(200);
  const asked = await world.sandbox.queries(number);
  expect(asked.length).toBeLessThanOrEqual((performance.now() - begun) / floorMs + 1);
  expect(await shop.rows.receipts(number)).toHaveLength(40);
  await world.sandbox.force(number, 'FINISHED', {}, false);
  expect((await call(shop, path, '{"flood":"ends"}')).status).toBe(200);
  await shop.rows.untilStatus(number, 'COMPLETED', 30_000);
});

it('whose sender breaks off in the middle is not stored, and the whole one is', async () => {
  const { number, path } = await newOrder(world);
  const { hostname, port } = new URL(world.service.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"status":"FINISHED"}`);
  socket.end();
  await once(socket.resume(), 'close');
  expect((await call(world, path, '{"status":"FINISHED","whole":true}')).status).toBe(200);
  const receipts = await world.rows.receipts(number);
  expect(receipts.map((receipt) => openReceipt(receipt).body.toString())).toEqual([
    '{"status":"FINISHED","whole":true}',
  ]);
});
