import { createHmac } from 'node:crypto';
import { CREDENTIALS, pressButton } from '../../support/sandbox-client.js';
import type { SeenCall } from '../../support/sandbox-client.js';
import { checkoutBody, newNumber, orderOf, until } from '../../support/service.js';
import type { Answer, OrderBody } from '../../support/service.js';
import { callbackToken } from '../../support/service-history.js';
import { idempotencyKey } from './garden.js';
import type { As, Garden } from './garden.js';

const EMAIL = (mark: string): string => `planted.${mark}@planted.example`;
const WALLET = (mark: string): string => `0x${mark}${mark}${mark.slice(0, 8)}`;

/** A day in the shop, on which everything happens that can, with plants in every place where something may be put. */
export async function liveThrough(garden: Garden): Promise<void> {
  const headers = strangeHeaders(garden);
  const login = await loggedIn(garden);
  const paid = await aPurchase(garden, { ...login, ...headers });
  await refusals(garden);
  const unclear = await anUnknownOutcome(garden);
  await guests(garden, headers);
  await aRetry(garden);
  const sale = await aSale(garden);
  const differing = await aMismatch(garden);
  await customersOwnTokens(garden);
  await callbacks(garden, paid);
  await wrongRequests(garden, headers);
  await staff(garden, [paid, unclear, sale, differing]);
  await databaseAway(garden);
  await secretsOfTheWire(garden);
}

/** Headers of any browser, of which the service needs none. */
function strangeHeaders(garden: Garden): As {
  const traceId = garden.plant('trace id', 'a1b2c3d4e5f60718293a4b5c6d7e8f90');
  return {
    cookie: `session=${garden.sow('cookie')}`,
    'user-agent': garden.sow('user agent'),
    referer: `https://shop.example/?u=${garden.sow('referer')}`,
    'x-forwarded-for': garden.plant('address in a header', '203.0.113.77'),
    'x-unknown': garden.sow('unknown header'),
    traceparent: `00-${traceId}-b7ad6b7169203331-01`,
  };
}

async function loggedIn(garden: Garden): Promise<As> {
  const token = await garden.identity.token({
    sub: garden.sow('subject'),
    email: garden.sow('e-mail of a login', EMAIL),
    email_verified: true,
    name: garden.sow('name of a login', (mark) => `Planted ${mark} Person`),
  });
  const [, payload = '', signature = ''] = token.split('.');
  garden.plant('token', token);
  garden.plant('payload of a token', payload);
  garden.plant('signature of a token', signature);
  return { authorization: `Bearer ${token}` };
}

/** Every field that a checkout has. */
function planted(garden: Garden, which: string): Record<string, unknown> {
  return checkoutBody({
    address: garden.sow(`wallet of ${which}`, WALLET),
    memo: garden.sow(`memo of ${which}`),
    merchantName: garden.sow(`merchant name of ${which}`),
    redirectUrl: `https://shop.example/?u=${garden.sow(`redirect of ${which}`)}`,
    failRedirectUrl: `https://shop.example/failed?u=${garden.sow(`fail redirect of ${which}`)}`,
  });
}

/** Notes what belongs to an order. */
function keep(garden: Garden, which: string, answer: Answer): OrderBody {
  const order = orderOf(answer);
  if (answer.status > 202) throw new Error(`${which}: ${answer.status} ${answer.text}`);
  if (order.payUrl !== null) garden.plant(`payUrl of ${which}`, order.payUrl);
  if (order.clientSecret != null) garden.plant(`client secret of ${which}`, order.clientSecret);
  return order;
}

async function aPurchase(garden: Garden, as: As): Promise<string> {
  const body = planted(garden, 'a purchase');
  const order = keep(garden, 'a purchase', await garden.ask('POST', '/v1/checkouts', { as, body }));
  await pressButton(String(order.payUrl), 'pay');
  await garden.rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
  await garden.ask('GET', `/v1/orders/${order.merchantOrderNo}`, { as });
  const seen = { 'last-event-id': garden.sow('last event id') };
  await garden.ask('GET', `/v1/orders/${order.merchantOrderNo}/events`, { as: { ...as, ...seen } });
  return order.merchantOrderNo;
}

/** The provider says no, and repeats everything that it knows. */
async function refusals(garden: Garden): Promise<void> {
  const { sandbox } = garden;
  const as = garden.key('checkout');
  const customer = { id: garden.sow('customer id'), email: garden.sow('e-mail of a customer', EMAIL) };
  const body: Record<string, unknown> = { ...planted(garden, 'a refusal'), customer };
  const number = String(body['merchantOrderNo']);
  const told = [
    customer.email,
    body['address'],
    body['memo'],
    body['redirectUrl'],
    CREDENTIALS.accessToken,
    CREDENTIALS.appSecret,
    garden.plant('callback token of a refusal', callbackToken(number)),
  ];
  const answer = { endpoint: 'create', merchantOrderNo: number, act: 'answer', returnCode: '4242' } as const;
  await sandbox.fault({ ...answer, returnMsg: `No: ${told.join(' ')}` });
  await garden.ask('POST', '/v1/checkouts', { as, body });
  const own = {
    ...planted(garden, 'a token of one\u2019s own'),
    accessToken: garden.sow('token of a customer\u2019s own'),
  };
  await garden.ask('POST', '/v1/checkouts', { as, body: own });
  const guest = { 'idempotency-key': idempotencyKey() };
  const strange = {
    ...planted(garden, 'a strange method'),
    payWayCode: garden.sow('payment method'),
    merchantOrderNo: undefined,
  };
  await garden.ask('POST', '/v1/checkouts', { as: guest, body: strange });
}

/** The reply is lost in a page that quotes: a second trade is made. */
async function anUnknownOutcome(garden: Garden): Promise<string> {
  const as = garden.key('checkout');
  const body = planted(garden, 'an unknown outcome');
  const page = `<p>${[body['address'], body['memo'], CREDENTIALS.accessToken, garden.sow('page of the provider')].join(' ')}</p>`;
  const merchantOrderNo = String(body['merchantOrderNo']);
  await garden.sandbox.fault({ endpoint: 'create', merchantOrderNo, act: 'status', code: 502, body: page });
  const order = keep(garden, 'an unknown outcome', await garden.ask('POST', '/v1/checkouts', { as, body }));
  return order.merchantOrderNo;
}

async function guests(garden: Garden, headers: As): Promise<void> {
  const key = garden.plant('key of a guest\u2019s request', idempotencyKey());
  const body = { ...planted(garden, 'a guest'), merchantOrderNo: undefined };
  const as = { ...headers, 'idempotency-key': key };
  const order = keep(garden, 'a guest', await garden.ask('POST', '/v1/checkouts', { as, body }));
  const path = `/v1/orders/${order.merchantOrderNo}`;
  await garden.ask('GET', path, { as: { 'x-client-secret': order.clientSecret ?? '' } });
  await garden.ask('GET', path, { as: { 'x-client-secret': garden.sow('bad client secret') } });
}

async function aRetry(garden: Garden): Promise<void> {
  const as = garden.key('checkout');
  const body = planted(garden, 'a retry');
  const order = keep(garden, 'a retry', await garden.ask('POST', '/v1/checkouts', { as, body }));
  await pressButton(String(order.payUrl), 'fail');
  await garden.rows.untilStatus(order.merchantOrderNo, 'PAYMENT_FAILED');
  const again = await garden.ask('POST', `/v1/orders/${order.merchantOrderNo}/retry`, { as, body: {} });
  const { payUrl } = orderOf(again);
  if (again.status !== 201 || payUrl === null) throw new Error(`a retry: ${again.status} ${again.text}`);
  garden.plant('payUrl of the second trade', payUrl);
}

/** A sale whose record has everything of its payee, a reason that repeats it, and then another account. */
async function aSale(garden: Garden): Promise<string> {
  const { sandbox, rows } = garden;
  const number = newNumber();
  const payee = {
    name: garden.sow('payee\u2019s name', (mark) => `Planted ${mark}`),
    account: garden.sow('payee\u2019s account'),
    card: garden.sow('payee\u2019s card'),
    email: garden.sow('payee\u2019s e-mail', EMAIL),
  };
  const customer = {
    id: garden.sow('customer id of a sale'),
    email: garden.sow('e-mail of a sale\u2019s customer', EMAIL),
  };
  await sandbox.control('POST', '/sell-orders', { merchantOrderNo: number, email: payee.email });
  const as = garden.key('checkout');
  const because = `The bank refused ${payee.name}, ${payee.account}, ${payee.card}, ${payee.email}; said ${garden.sow('reason of the provider')}`;
  await sandbox.force(number, '2', { ...payee, signature: garden.sow('signature of a record') });
  // Registered only now: the first record that is seen is the one with this payee.
  await garden.ask('POST', '/v1/sell-orders', { as, body: { merchantOrderNo: number, customer } });
  await rows.untilStatus(number, 'CRYPTO_RECEIVED');
  await sandbox.force(number, '5', { ...payee, failReason: because });
  await rows.untilStatus(number, 'PAYOUT_FAILED');
  await sandbox.force(number, '5', {
    ...payee,
    failReason: because,
    account: garden.sow('another account of the payee'),
  });
  await until('a mismatch of the account', async () => {
    await garden.ask('GET', `/v1/orders/${number}`, { as });
    return (await rows.mismatches(number)).length > 0;
  });
  await garden.ask('GET', `/v1/orders/${number}`, { as, place: 'a sale for its owner' });
  return number;
}

/** The provider reports another wallet. */
async function aMismatch(garden: Garden): Promise<string> {
  const { sandbox, rows } = garden;
  const as = garden.key('checkout');
  const body = planted(garden, 'a mismatch');
  const order = keep(garden, 'a mismatch', await garden.ask('POST', '/v1/checkouts', { as, body }));
  const number = order.merchantOrderNo;
  const data = { address: garden.sow('wallet that the provider has', WALLET) };
  await sandbox.fault({ endpoint: 'query', merchantOrderNo: number, act: 'mutate', data, times: 1000 });
  await until('a mismatch of the address', async () => {
    await garden.ask('GET', `/v1/orders/${number}`, { as });
    return (await rows.mismatches(number)).length > 0;
  });
  return number;
}

async function customersOwnTokens(garden: Garden): Promise<void> {
  const customer = { id: 'c-issued', email: garden.sow('e-mail that gives access', EMAIL) };
  const body = { ...planted(garden, 'an issued token'), customer };
  const asking = { as: garden.key('checkout'), body, to: garden.issuing };
  keep(garden, 'an issued token', await garden.ask('POST', '/v1/checkouts', asking));
}

async function callbacks(garden: Garden, number: string): Promise<void> {
  const token = garden.plant('callback token', callbackToken(number));
  const path = `/callbacks/ramp/${token}`;
  const body = {
    status: 'FINISHED',
    email: garden.sow('e-mail in a callback', EMAIL),
    name: garden.sow('name in a callback'),
  };
  const as = { timestamp: garden.sow('stamp of a callback'), sign: garden.sow('signature of a callback') };
  await garden.ask('POST', path, { as, body });
  await garden.ask('GET', `${path}?email=${garden.sow('query of a callback')}`, {
    as: { 'user-agent': garden.sow('sender of a callback') },
  });
  await garden.ask('POST', path, { raw: `{"broken":"${garden.sow('broken callback')}` });
  const claim = { status: garden.sow('status that a callback claims') };
  await garden.ask('POST', path, { body: claim });
  await garden.ask('POST', `/callbacks/ramp/${garden.sow('bad callback token')}`, { body });
  await garden.ask('POST', `${path}x`, { body });
}

/** Requests that are refused, with a plant in each place that a refusal may repeat. */
async function wrongRequests(garden: Garden, headers: As): Promise<void> {
  const as = { ...garden.key('checkout'), ...headers };
  const post = (body: unknown): Promise<Answer> => garden.ask('POST', '/v1/checkouts', { as, body });
  for (const field of [
    'fiat',
    'amount',
    'crypto',
    'network',
    'address',
    'country',
    'payWayCode',
    'redirectUrl',
    'memo',
  ]) {
    await post({ ...checkoutBody(), [field]: garden.sow(`wrong ${field}`, (mark) => `plänted ${mark}`) });
  }
  await post({ ...checkoutBody(), merchantOrderNo: garden.sow('wrong number', (mark) => `planted ${mark}`) });
  await post({ ...checkoutBody(), crypto: garden.sow('unknown crypto') });
  await post({
    ...checkoutBody(),
    customer: { email: garden.sow('e-mail that is none', (mark) => `planted ${mark}`) },
  });
  await post({ ...checkoutBody(), quote: { cryptoQuantity: garden.sow('wrong quote', (mark) => `planted ${mark}`) } });
  await post({ ...checkoutBody(), unknown: garden.sow('value of an unknown field') });
  await garden.ask('POST', '/v1/checkouts', { as, raw: `{"accessToken":"${garden.sow('broken body')}",` });
  await garden.ask('POST', '/v1/checkouts', { as, raw: `{"x":"${garden.sow('large body')}${'a'.repeat(70_000)}"}` });
  await garden.ask('GET', `/v1/orders/${garden.sow('path of an order')}`, { as });
  await garden.ask('GET', `/v1/orders/${encodeURIComponent(garden.sow('e-mail as a path', EMAIL))}`, { as });
  await garden.ask('GET', `/v1/${garden.sow('path of nothing')}`, { as });
  await garden.ask('GET', `/${garden.sow('path outside')}`, { as: headers });
  await garden.ask('GET', `/v1/cryptos?fiat=${garden.sow('query')}&access_token=${garden.sow('token in a query')}`, {
    as,
  });
  const shown: readonly As[] = [
    { authorization: `Bearer ${garden.sow('bad token')}` },
    { authorization: `Basic ${garden.sow('other scheme')}` },
    { 'x-api-key': garden.sow('bad key') },
    { 'x-api-key': garden.sow('key of a good form', (mark) => `rck_abcdefghjkmn_${mark}${mark}${mark}`.slice(0, 60)) },
    { authorization: `Bearer ${await forgedToken(garden)}` },
    { 'x-client-secret': garden.sow('another bad client secret') },
    { 'idempotency-key': garden.sow('bad key of a request', (mark) => mark.slice(0, 12)) },
  ];
  for (const one of shown) {
    await garden.ask('GET', '/v1/orders/none', { as: { ...headers, ...one } });
    const body = { ...checkoutBody(), merchantOrderNo: undefined };
    await garden.ask('POST', '/v1/checkouts', { as: { ...headers, ...one }, body: { ...body, amount: '0.001' } });
  }
}

async function forgedToken(garden: Garden): Promise<string> {
  const { identity } = garden;
  const claims = {
    sub: garden.sow('subject of a bad token'),
    email: garden.sow('e-mail of a bad token', EMAIL),
    exp: 1,
  };
  const token = await identity.token(claims, { header: { kid: identity.key.kid, typ: 'JWT' } });
  garden.plant('expired token', token);
  return token;
}

/** Staff reads are masked, and staff notes are stored. */
async function staff(garden: Garden, numbers: readonly string[]): Promise<void> {
  const [as, admin, finance] = [garden.key('support'), garden.key('admin'), garden.key('finance')];
  const masked = { as, place: 'masked for staff' };
  const [first = ''] = numbers;
  for (const number of numbers) {
    await garden.ask('GET', `/v1/admin/orders/${number}`, masked);
    const body = { reason: garden.sow(`reason to reveal ${numbers.indexOf(number)}`) };
    await garden.ask('POST', `/v1/admin/orders/${number}/reveal`, { as, body, place: 'revealed to staff' });
  }
  for (const list of ['orders', 'mismatches', 'runs', 'callbacks']) {
    await garden.ask('GET', `/v1/admin/${list}?limit=200`, masked);
  }
  await garden.ask('GET', `/v1/admin/orders?text=${garden.sow('text to look for')}`, masked);
  await garden.ask('GET', '/v1/admin/report', { as: finance, place: 'masked for staff' });
  await garden.ask('GET', '/v1/admin/report', { as: { ...finance, accept: 'text/csv' }, place: 'masked for staff' });
  await garden.ask('POST', `/v1/admin/orders/${first}/ask`, {
    ...masked,
    body: { reason: garden.sow('reason to ask') },
  });
  const lost = { reason: garden.sow('reason to issue a link') };
  const link = await garden.ask('POST', `/v1/admin/orders/${first}/customer-link`, { as, body: lost });
  garden.plant('client secret of a link', String(link.body['url']).split('#')[1] ?? '');
  const remark = { as, body: { text: garden.sow('remark of staff') }, place: 'revealed to staff' };
  await garden.ask('POST', `/v1/admin/orders/${first}/notes`, remark);
  const revoked = { reason: garden.sow('reason to revoke a secret') };
  await garden.ask('POST', `/v1/admin/orders/${first}/revoke-secret`, { ...masked, body: revoked });
  const [open] = (await garden.ask('GET', '/v1/admin/mismatches', masked)).body['items'] as { id: string }[];
  const wallet = garden.plants.find(({ name }) => name === 'wallet that the provider has')?.text ?? '';
  const note = { note: `${garden.sow('note of staff')} about ${wallet}` };
  await garden.ask('POST', `/v1/admin/mismatches/${open?.id ?? ''}/resolve`, { ...masked, body: note });
  const made = await garden.ask('POST', '/v1/admin/keys', {
    as: admin,
    body: { role: 'checkout', name: garden.sow('name of a key') },
  });
  garden.plant('key made over the network', String(made.body['key']));
  const id = String(made.body['id']);
  await garden.ask('GET', '/v1/admin/keys', { as: admin, place: 'masked for staff' });
  await garden.ask('POST', `/v1/admin/keys/${id}/revoke`, {
    as: admin,
    body: { reason: garden.sow('reason to revoke a key') },
  });
  await garden.ask('GET', '/v1/admin/audit?limit=200', { as: admin, place: 'audit log for the admin' });
  await garden.run('key service-keys', 'src/cli/key/main.js', ['service-keys']);
  await garden.run('verify-history', 'src/cli/accounts/verify-history.js', ['--json']);
  await garden.run('report', 'src/cli/accounts/report.js', []);
}

/** Requests while the database is away end in errors. */
async function databaseAway(garden: Garden): Promise<void> {
  const { postgres, service } = garden;
  await postgres.stop();
  try {
    const as = garden.key('checkout');
    await garden.ask('POST', '/v1/checkouts', { as, body: planted(garden, 'a database that is away') });
    await garden.ask('GET', `/v1/orders/${garden.sow('path while the database is away')}`, { as });
    await garden.ask('GET', '/v1/orders/x', { as: { 'x-api-key': garden.sow('key while the database is away') } });
    await garden.ask('POST', `/callbacks/ramp/${callbackToken('A-1')}`, {
      body: { email: garden.sow('callback while it is away', EMAIL) },
    });
    await garden.ask('POST', '/v1/admin/keys', {
      as: garden.key('admin'),
      body: { role: 'admin', name: garden.sow('key name while it is away') },
    });
  } finally {
    await postgres.startAgain();
  }
  await until('ready again', async () => (await service.get('/health/ready')).status === 200);
}

/** Signatures and callback addresses that went over the wire. */
async function secretsOfTheWire(garden: Garden): Promise<void> {
  const [creates, queries] = [await garden.sandbox.calls('create'), await garden.sandbox.calls('query')];
  for (const [nth, call] of [...creates, ...queries.slice(0, 20)].entries()) {
    garden.plant(`signature of call ${nth}`, signatureOf(call));
  }
  for (const [nth, { body }] of creates.entries()) {
    const token = new URL(String(body?.['callbackUrl'])).pathname.split('/').at(-1) ?? '';
    garden.plant(`MAC of callback address ${nth}`, token.split('~')[2] ?? '');
  }
}

/** Worked out anew: the ledger hides it. */
function signatureOf({ headers, query, body }: SeenCall): string {
  const { appid, timestamp } = headers;
  const fields = Object.entries({ appid, timestamp, ...query, ...body });
  const sorted = fields.sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const text = sorted.map(([name, value]) => `${name}=${String(value)}`).join('&');
  return createHmac('sha256', CREDENTIALS.appSecret).update(text).digest('hex');
}
