import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { findPromtool, promtoolProblems, readMetrics, total } from '../support/promtool.js';
import { CREDENTIALS, pressButton } from '../support/sandbox-client.js';
import type { SeenCall } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, orderOf, SERVICE_KEY, until } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

// The lowest level: a text that is missing here is never logged.
const world = useWorld({ LOG_LEVEL: 'trace' }, { own: 'process' });

const EMAIL = 'planted.person@planted.example';
const EMAIL_IN_REDIRECT = 'planted.redirect@planted.example';
const TOKEN = 'planted-customer-token-3Hn8';
const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const MEMO = 'planted-memo-5Gt1';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** A customer's course through all successes and failures, with planted values that must not appear. */
async function liveThrough(): Promise<{ secrets: string[]; numbers: string[] }> {
  const { service, sandbox, rows } = world;
  const secrets: string[] = [CREDENTIALS.appSecret, CREDENTIALS.accessToken, SERVICE_KEY, EMAIL, TOKEN, ADDRESS, MEMO];
  secrets.push(EMAIL_IN_REDIRECT);
  const numbers: string[] = [];
  const planted = {
    address: ADDRESS,
    customer: { id: 'c-7', email: EMAIL },
    redirectUrl: `https://shop.example/?u=${EMAIL_IN_REDIRECT}`,
  };
  const traceparent = { traceparent: `00-${TRACE}-b7ad6b7169203331-01` };

  const paid = await service.checkout(checkoutBody(planted), traceparent);
  const order = orderOf(paid);
  numbers.push(order.merchantOrderNo);
  secrets.push(String(order.payUrl), String(order.clientSecret));
  await pressButton(String(order.payUrl), 'pay');
  await rows.untilStatus(order.merchantOrderNo, 'COMPLETED');

  // Refused, with all planted values quoted by the provider.
  const refused = checkoutBody({ ...planted, memo: MEMO });
  const echo = `No ${EMAIL}, no ${CREDENTIALS.accessToken}, no ${CREDENTIALS.appSecret}`;
  const number = String(refused['merchantOrderNo']);
  await sandbox.refuse(number, '4242', echo);
  expectProblem(await service.checkout(refused), 422, 'ramp_refused');
  // Unknown, with an HTML page that quotes; then a customer's own token that the provider does not know.
  const unknown = checkoutBody(planted);
  const html = `<p>${EMAIL} ${CREDENTIALS.accessToken} ${CREDENTIALS.appSecret}</p>`;
  const broken = { endpoint: 'create' as const, act: 'status', code: 502, body: html };
  await sandbox.fault({ ...broken, merchantOrderNo: String(unknown['merchantOrderNo']) });
  const second = await service.order(unknown);
  secrets.push(second.payUrl, String(second.clientSecret));
  const own = checkoutBody({ ...planted, accessToken: TOKEN });
  expectProblem(await service.checkout(own), 422, 'ramp_refused');
  numbers.push(number, second.merchantOrderNo, String(own['merchantOrderNo']));

  // Invalid requests with secrets in wrong places.
  expect((await service.checkout({ ...checkoutBody(planted), amount: EMAIL })).status).toBe(400);
  expect((await service.get(`/v1/orders/${encodeURIComponent(EMAIL)}`)).status).toBe(404);
  const authorization = { authorization: `Bearer ${TOKEN}`, 'x-api-key': TOKEN, 'x-client-secret': TOKEN };
  await service.request('GET', `/v1/orders/none?access_token=${TOKEN}`, { headers: authorization });
  const headers = { 'content-type': 'application/json' };
  await service.request('POST', '/v1/checkouts', { body: `{"accessToken":"${TOKEN}",`, headers });

  const creates = await sandbox.calls('create');
  for (const create of creates) {
    const token = new URL(String(create.body!['callbackUrl'])).pathname.split('/').at(-1)!;
    secrets.push(token, token.split('~')[2]!);
  }
  const [first] = creates;
  const forged = new URL(String(first!.body!['callbackUrl'])).pathname;
  expect((await service.post(forged, { email: EMAIL, address: ADDRESS })).status).toBe(200);
  expect((await service.post(`${forged}x`, { email: EMAIL })).status).toBe(404);
  const questions = await sandbox.calls('query');
  for (const call of [...creates, ...questions]) secrets.push(signatureOf(call));
  return { secrets: [...new Set(secrets)], numbers };
}

/** Recomputes a call's signature, which the ledger hides. */
function signatureOf({ headers, query, body }: SeenCall): string {
  const { appid, timestamp } = headers;
  const fields = Object.entries({ appid, timestamp, ...query, ...body });
  const sorted = fields.sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const text = sorted.map(([name, value]) => `${name}=${String(value)}`).join('&');
  return createHmac('sha256', CREDENTIALS.appSecret).update(text).digest('hex');
}

describe('after a day in the shop', () => {
  let secrets: string[];
  let numbers: string[];
  let atStart: string;
  let metrics: string;
  beforeAll(async () => {
    atStart = await world.service.metrics();
    ({ secrets, numbers } = await liveThrough());
    metrics = await world.service.metrics();
  });

  const shown = (text: string): string[] => secrets.filter((secret) => text.includes(secret));

  it('logs and metrics hold no secret, payUrl, signature or personal data', () => {
    expect(secrets.length).toBeGreaterThan(20);
    expect(shown(world.service.program.output())).toEqual([]);
    expect(shown(metrics)).toEqual([]);
    for (const number of numbers) expect(metrics).not.toContain(number);
  });

  it('nor does the history, and the database holds no token or e-mail address', async () => {
    const { rows } = world;
    const dump = async (table: string): Promise<string> => {
      const [row] = await rows.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${table} t`,
      );
      return row!.text;
    };
    const allowed = new Set([ADDRESS, MEMO]);
    for (const table of ['order_events', 'mismatches', 'outbox', 'callback_receipts', 'reconciliation_runs']) {
      const found = shown(await dump(table)).filter((secret) => !allowed.has(secret));
      expect(found, table).toEqual([]);
    }
    const never = [CREDENTIALS.appSecret, CREDENTIALS.accessToken, SERVICE_KEY, TOKEN, EMAIL];
    for (const table of ['orders', 'trades']) {
      const text = await dump(table);
      expect(
        never.filter((secret) => text.includes(secret)),
        table,
      ).toEqual([]);
    }
  });

  it('every log line is JSON, and a request can be traced by its id', () => {
    const lines = world.service.program.output().trimEnd().split('\n');
    const entries = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.length).toBeGreaterThan(30);
    for (const entry of entries) {
      expect(entry['msg'], JSON.stringify(entry)).toEqual(expect.any(String));
      expect(entry['level']).toMatch(/^(trace|debug|info|warn|error|fatal)$/);
      expect(new Date(String(entry['time'])).toISOString()).toBe(entry['time']);
    }
    const traced = entries.filter(({ traceId }) => traceId === TRACE);
    const routes = traced.map(({ route }) => route).filter((route) => route !== undefined);
    expect(routes).toEqual(['/v1/checkouts']);
    expect(traced.length, 'what the checkout did is traced as well').toBeGreaterThan(1);
    const requests = entries.filter(({ context }) => context === 'Request');
    expect(requests.every(({ traceId }) => /^[0-9a-f]{32}$/.test(String(traceId)))).toBe(true);
  });

  it('the metrics count the events', async () => {
    const { sandbox, rows } = world;
    const { samples, types } = readMetrics(metrics);
    const checkouts = (outcome: string): number => total(samples, 'ramp_checkout_checkouts_total', { outcome });
    expect(checkouts('created')).toBe(2);
    expect(checkouts('ramp_refused')).toBe(2);
    const provider = 'ramp_checkout_provider_call_duration_seconds';
    expect(types.get(provider)).toBe('histogram');
    expect(total(samples, `${provider}_count`, { endpoint: 'create' })).toBe((await sandbox.calls('create')).length);
    expect(total(samples, `${provider}_count`, { endpoint: 'create', result: 'unknown' })).toBe(1);
    expect(total(samples, `${provider}_sum`, { endpoint: 'query' })).toBeGreaterThan(0);
    expect(total(samples, `${provider}_bucket`, { endpoint: 'create', le: '+Inf' })).toBe(
      total(samples, `${provider}_count`, { endpoint: 'create' }),
    );
    const receipts = await rows.count('callback_receipts');
    expect(total(samples, 'ramp_checkout_callbacks_total', { result: 'stored' })).toBe(receipts);
    expect(total(samples, 'ramp_checkout_callbacks_total', { result: 'bad_token' })).toBe(1);
    expect(total(samples, 'ramp_checkout_poll_lag_seconds_count')).toBeGreaterThan(0);
    const states = samples
      .filter(({ name }) => name === 'ramp_checkout_trades_due')
      .map(({ labels }) => labels['state']);
    expect(states.sort()).toEqual(['due', 'overdue']);
    const http = { route: '/v1/checkouts', method: 'POST', status: '201' };
    expect(total(samples, 'ramp_checkout_http_request_duration_seconds_count', http)).toBe(2);
  });

  it('every counted series existed at 0 before, so that an alert sees the first event', () => {
    const series = (text: string): string[] => {
      const { samples } = readMetrics(text);
      return samples
        .filter(({ name }) => /^ramp_checkout_.*(?:_total|provider_call_duration_seconds_count)$/.test(name))
        .map(({ name, labels }) => `${name} ${JSON.stringify(labels)}`);
    };
    expect(series(metrics)).toEqual(series(atStart));
    const { samples } = readMetrics(atStart);
    const first = (name: string, labels: Record<string, string>): number[] =>
      samples
        .filter((sample) => sample.name === `ramp_checkout_${name}_total`)
        .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
        .map(({ value }) => value);
    const refused = { endpoint: 'create', reason: 'commission', acts: 'operator' };
    expect(first('provider_refusals', refused)).toEqual([0]);
    expect(first('mismatches', { kind: 'double_payment' })).toEqual([0]);
    expect(first('callbacks', { result: 'orphan' })).toEqual([0]);
    expect(first('access_token_fetches', { result: 'unreachable' })).toEqual([0]);
    expect(first('tokens_refused', { reason: 'issuer' })).toEqual([0]);
    expect(first('token_key_fetches', { result: 'failed' })).toEqual([0]);
    expect(first('checkouts', { outcome: 'ramp_refused' })).toEqual([0]);
    expect(first('rate_limited', { kind: 'guests' })).toEqual([0]);
    expect(first('streams_ended', { reason: 'slow' })).toEqual([0]);
    expect(first('crypto_list_odd_entries', { kind: 'limits' })).toEqual([0]);
  });

  it('the metrics pass promtool', async () => {
    const promtool = findPromtool();
    if (promtool === null) {
      console.warn('Left out: `promtool check metrics`, for there is no promtool (PROMTOOL or PATH).');
      // The format is checked even without promtool.
      expect(readMetrics(metrics).samples.length).toBeGreaterThan(50);
    } else expect(await promtoolProblems(promtool, metrics)).toBe('');
  });
});

describe('/openapi.json', () => {
  type Schema = Readonly<Record<string, unknown>>;
  let document: Schema;
  beforeAll(async () => {
    const answer = await world.service.get('/openapi.json');
    expect(answer.status).toBe(200);
    document = answer.body;
  });

  const at = (...path: readonly string[]): Schema => {
    const found = path.reduce<unknown>((value, name) => (value as Schema | undefined)?.[name], document);
    if (typeof found !== 'object' || found === null) throw new Error(`the document has no ${path.join(' > ')}`);
    return found as Schema;
  };

  function fieldsOf(schema: Schema): string[] {
    const { $ref, allOf, properties } = schema;
    if (typeof $ref === 'string') return fieldsOf(at(...$ref.split('/').slice(1)));
    const inherited = ((allOf ?? []) as Schema[]).flatMap(fieldsOf);
    return [...new Set([...inherited, ...Object.keys(properties ?? {})])].sort();
  }

  const bodyOf = (path: string): Schema =>
    at('paths', path, 'post', 'requestBody', 'content', 'application/json', 'schema');
  const answerOf = (path: string, method: string, status: string): Schema =>
    at('paths', path, method, 'responses', status, 'content', 'application/json', 'schema');

  it('describes requests and responses field by field, as observed', async () => {
    const { service } = world;
    expect(fieldsOf(bodyOf('/v1/checkouts'))).toEqual(
      [
        'merchantOrderNo',
        'fiat',
        'amount',
        'crypto',
        'network',
        'address',
        'memo',
        'payWayCode',
        'country',
        'redirectUrl',
        'failRedirectUrl',
        'merchantName',
        'quote',
        'customer',
        'accessToken',
        'link',
        'metadata',
      ].sort(),
    );
    const made = await service.checkout(checkoutBody());
    for (const status of ['200', '201', '202']) {
      expect(fieldsOf(answerOf('/v1/checkouts', 'post', status))).toEqual(Object.keys(made.body).sort());
    }
    const read = await service.read(orderOf(made).merchantOrderNo);
    expect(answerOf('/v1/orders/{merchantOrderNo}', 'get', '200')).toEqual({ $ref: '#/components/schemas/Order' });
    const [purchase, sale] = at('components', 'schemas', 'Order')['oneOf'] as Schema[];
    expect(fieldsOf(purchase!)).toEqual(Object.keys(read).sort());

    expect(fieldsOf(bodyOf('/v1/sell-orders'))).toEqual(['customer', 'merchantOrderNo', 'metadata', 'orderNo']);
    const registered = await service.post('/v1/sell-orders', { merchantOrderNo: newNumber() });
    for (const status of ['200', '201']) {
      expect(fieldsOf(answerOf('/v1/sell-orders', 'post', status))).toEqual(Object.keys(registered.body).sort());
    }
    expect([...fieldsOf(sale!), 'clientSecret'].sort()).toEqual(Object.keys(registered.body).sort());

    const wish = { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };
    const quotes = await service.post('/v1/quotes', wish);
    const quote = at(...itemsOf(answerOf('/v1/quotes', 'post', '200')));
    expect(fieldsOf(quote)).toEqual(Object.keys((quotes.body['items'] as object[])[0]!).sort());
    const list = await service.get('/v1/cryptos?fiat=USD');
    const pair = at(...itemsOf(answerOf('/v1/cryptos', 'get', '200')));
    expect(fieldsOf(pair)).toEqual(Object.keys((list.body['items'] as object[])[0]!).sort());
    const problem = expectProblem(await service.get('/v1/orders/none'), 404, 'not_found');
    expect(fieldsOf(at('components', 'schemas', 'NotFoundProblem'))).toEqual(Object.keys(problem).sort());
  });

  function itemsOf(list: Schema): string[] {
    const { $ref } = list;
    const inside = typeof $ref === 'string' ? at(...$ref.split('/').slice(1)) : list;
    const { items } = (inside['properties'] as Record<string, Schema>)['items']!;
    return String((items as Schema)['$ref'])
      .split('/')
      .slice(1);
  }
});

describe('AUTH=required, to strangers', () => {
  it('refuses all below /v1, and shows health', async () => {
    const { sandbox } = world;
    const { service, rows } = await world.another({ AUTH: 'required' });
    const mark = await sandbox.mark();
    const requests: [method: string, path: string][] = [
      ['POST', '/v1/checkouts'],
      ['POST', '/V1/checkouts'],
      ['GET', '/v1/orders/A-1'],
      ['POST', '/v1/quotes'],
      ['GET', '/v1/cryptos?fiat=USD'],
      ['POST', '/v1/sell-orders'],
      ['GET', '/v1/admin/orders'],
      ['GET', '/v1/nothing'],
    ];
    for (const [method, path] of requests) {
      for (const headers of [{}, { authorization: 'Bearer x.y.z' }, { 'x-api-key': 'k' }]) {
        const body = method === 'POST' ? { body: JSON.stringify(checkoutBody()) } : {};
        const json = { 'content-type': 'application/json', ...headers };
        const answer = await service.request(method, path, { ...body, headers: json });
        expectProblem(answer, 401, 'unauthenticated');
        expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
      }
    }
    for (const path of ['/health/live', '/health/ready', '/metrics', '/openapi.json']) {
      expect((await service.get(path)).status, path).toBe(200);
    }
    expectProblem(await service.post('/callbacks/ramp/A-1~1~x', {}), 404, 'not_found');
    expect(await rows.count('orders')).toBe(0);
    expect(await sandbox.calls('create', mark)).toEqual([]);
  });
});

describe('ROLES', () => {
  it('api takes orders and polls nothing; worker polls, and takes none', async () => {
    const { sandbox } = world;
    const api = await world.another({ ROLES: 'api' });
    const order = await api.service.order(checkoutBody());
    await pressButton(order.payUrl, 'pay');
    await until('its callbacks', async () => (await api.rows.receipts(order.merchantOrderNo)).length === 2);
    expect(await sandbox.queries(order.merchantOrderNo)).toEqual([]);
    expect((await api.rows.order(order.merchantOrderNo))!.status).toBe('AWAITING_PAYMENT');
    const overdue = async (): Promise<number> => {
      const { samples } = readMetrics(await api.service.metrics());
      return total(samples, 'ramp_checkout_trades_due', { state: 'overdue' });
    };
    await until('overdue, for nobody asks', async () => (await overdue()) === 1);
    const worker = await api.replica({ ROLES: 'worker' });
    await api.rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
    expect(await overdue()).toBe(0);
    expectProblem(await worker.checkout(checkoutBody()), 404, 'not_found');
    expect((await worker.get('/health/ready')).status).toBe(200);
  });
});
