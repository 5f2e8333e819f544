import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HttpCall } from '#src/ramp/calls/signed-call.js';
import { Transport } from '#src/ramp/calls/transport.js';
import type { SendResult } from '#src/ramp/calls/transport.js';
import { asServiceRole, freshDatabase } from '../../../test/support/database.js';
import type { TestDatabase } from '../../../test/support/database.js';
import { newCheckout } from '../../../test/support/service.js';
import { Rows } from '../../../test/support/service-rows.js';
import { settingsWith } from '../../../test/support/settings.js';
import { Replica } from '../replica/replica.js';

const PAIR = { crypto: 'USDT', network: 'ETH', buyEnable: 1, minPurchaseAmount: 10, maxPurchaseAmount: 2000 };

/** Makes each order, and cannot be asked about it. */
class Provider extends Transport {
  readonly created: string[] = [];

  override send({ url, body }: HttpCall): Promise<SendResult> {
    return Promise.resolve(this.#answer(url, body));
  }

  #answer(url: string, body: Buffer | null): SendResult {
    const { pathname } = new URL(url);
    if (pathname.endsWith('/crypto/list')) return success([PAIR]);
    if (!pathname.endsWith('/trade/create')) return { kind: 'not_sent', detail: 'ECONNREFUSED' };
    const { merchantOrderNo } = JSON.parse(String(body)) as { merchantOrderNo: string };
    this.created.push(merchantOrderNo);
    return success({ orderNo: `R-${merchantOrderNo}`, payUrl: `https://pay.example/${merchantOrderNo}` });
  }
}

function success(data: unknown): SendResult {
  const body = { success: true, returnCode: '0000', returnMsg: 'SUCCESS', extend: '', data };
  return {
    ...{ kind: 'reply', status: 200, date: new Date().toUTCString(), retryAfter: null },
    ...{ contentType: 'application/json', body: Buffer.from(JSON.stringify(body)) },
  };
}

describe('two replicas in one process', () => {
  let database: TestDatabase;
  let rows: Rows;
  let provider: Provider;
  let replicas: [Replica, Replica];

  beforeEach(async () => {
    database = await freshDatabase();
    rows = Rows.of(database.url);
    provider = new Provider();
    const settings = settingsWith({
      ...{ DATABASE_URL: asServiceRole(database.url), RAMP_ACCESS_TOKEN: 'token', LOG_LEVEL: 'silent' },
      ...{ AUTH: 'none', AUTH_NONE_LETS_STRANGERS_IN: 'true', PAGES: 'false' },
    });
    const start = () => Replica.start(settings, { transport: provider });
    replicas = [await start(), await start()];
  });

  afterEach(async () => {
    await Promise.all(replicas.map((replica) => replica.drain()));
    await rows.close();
    await database.drop();
  });

  it('share an order that one of them makes', async () => {
    const [first, second] = replicas;
    const { body, number } = newCheckout();
    const payUrl = `https://pay.example/${number}`;
    const made = await first.request({ method: 'POST', path: '/v1/checkouts', body });
    expect(made, made.text).toMatchObject({ status: 201, body: { merchantOrderNo: number, payUrl } });
    const read = await second.request({ method: 'GET', path: `/v1/orders/${number}` });
    expect(read, read.text).toMatchObject({ status: 200, body: { status: 'AWAITING_PAYMENT', payUrl } });
    expect(provider.created).toEqual([number]);
    expect(await rows.trades(number)).toMatchObject([{ status: 'AWAITING_PAYMENT', order_no: `R-${number}` }]);
    expect(await first.metrics()).toContain('ramp_checkout_checkouts_total{outcome="created"} 1');
    expect(await second.metrics()).toContain('ramp_checkout_checkouts_total{outcome="created"} 0');
  });

  it('end after the requests that are being answered', async () => {
    const [first] = replicas;
    const made = first.request({ method: 'POST', path: '/v1/checkouts', body: newCheckout().body });
    await first.drain();
    expect(await made).toMatchObject({ status: 201 });
  });

  it('refuse what the edge refuses', async () => {
    const [first] = replicas;
    const made = await first.request({ method: 'POST', path: '/v1/checkouts', body: '{"a":1,"a":2}' });
    expect(made).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(made.headers).toMatchObject({ 'x-frame-options': 'DENY', 'cache-control': 'no-store' });
  });
});
