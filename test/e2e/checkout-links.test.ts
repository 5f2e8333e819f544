import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenIdProvider, providerKey } from '../support/openid-provider.js';
import { checkoutBody, expectProblem, newCheckout, newNumber, orderOf } from '../support/service.js';
import type { Answer, Service } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

type Body = Readonly<Record<string, unknown>>;

const THIEF = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const BNB = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2';
const DAY_MS = 86_400_000;

let world: World;
let identity: OpenIdProvider;
let signedOnly: Service;
let shop: Record<string, string>;

beforeAll(async () => {
  identity = await OpenIdProvider.start({ jane: { email: 'jane@customer.example', email_verified: true } }, [
    await providerKey('first'),
  ]);
  const env = { ...identity.settings, AUTH: 'required', AUTH_GUESTS: 'true' };
  world = await startWorld(env);
  signedOnly = await world.replica({ ...env, PAGES_LINKS: 'signed' }, { lasts: true });
  shop = { 'x-api-key': (await createKey(world.databaseUrl, 'checkout', 'shop')).key };
}, 240_000);
afterAll(async () => {
  await world.close();
  await identity.stop();
});

const makeLink = (body: Body, headers = shop): Promise<Answer> =>
  world.service.post('/v1/checkout-links', body, headers);

async function tokenFor(body: Body): Promise<string> {
  const answer = await makeLink(body);
  expect(answer.status, answer.text).toBe(201);
  return new URL(String(answer.body['url'])).searchParams.get('link')!;
}

const guest = (): Record<string, string> => ({ 'idempotency-key': randomUUID() });

/** A checkout without a number, as a guest's browser sends it. */
const wanted = (given: Body = {}): Body => ({ ...checkoutBody(), merchantOrderNo: undefined, ...given });

const fieldsOf = ({ body }: Answer): string[] => (body['errors'] as { field: string }[]).map(({ field }) => field);

/** The link's data in the page at this address. */
async function linkOnPage(path: string, service = world.service): Promise<unknown> {
  const { text } = await service.get(path);
  const [, facts = ''] = /id="page-facts">(.*?)<\/script>/s.exec(text) ?? [];
  return (JSON.parse(facts) as { link: unknown }).link;
}

describe('POST /v1/checkout-links', () => {
  it('signs what the shop sets, for a day', async () => {
    const asked = { ...checkoutBody(), amount: '100', merchantName: 'Example Shop' };
    const { status, body } = await makeLink(asked);
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['url', 'expiresAt']);
    const { origin, pathname, searchParams } = new URL(String(body['url']));
    expect([origin, pathname]).toEqual([world.service.url, '/checkout']);
    expect(Math.abs(Date.parse(String(body['expiresAt'])) - Date.now() - DAY_MS)).toBeLessThan(60_000);
    const token = searchParams.get('link');
    const terms = { ...asked, amount: '100.00', memo: '' };
    expect(await linkOnPage(`/checkout?link=${token}`)).toEqual({ token, terms });
    const page = await world.service.get(`/checkout?link=${token}`);
    expect(page.headers.get('cache-control')).toBe('no-store');
  });

  it.each<[what: string, body: Body, status: number, code: string, fields: string[]]>([
    ['an amount without its currency', { amount: '5' }, 400, 'invalid_request', ['fiat']],
    ['a memo without an address', { memo: '7' }, 400, 'invalid_request', ['address']],
    ['too many decimals', { fiat: 'USD', amount: '5.001' }, 422, 'amount_precision', ['amount']],
    ['an address of another network', { network: 'TRX', address: THIEF }, 422, 'address_invalid', ['address']],
    ['a memo that is missing', { network: 'BNB', address: BNB }, 422, 'memo_required', ['memo']],
    ['a redirect elsewhere', { redirectUrl: 'https://evil.example/' }, 422, 'redirect_not_allowed', ['redirectUrl']],
    ['a number that none can be', { merchantOrderNo: 'A-r2' }, 400, 'invalid_request', ['merchantOrderNo']],
    ['a turned name', { merchantName: 'a\u202eb' }, 400, 'invalid_request', ['merchantName']],
    ['a field of its own', { link: 'x' }, 400, 'invalid_request', ['link']],
    ['no time at all', { expiresIn: 0 }, 400, 'invalid_request', ['expiresIn']],
    ['more than 30 days', { expiresIn: 2_592_001 }, 400, 'invalid_request', ['expiresIn']],
    ['half a second', { expiresIn: 1.5 }, 400, 'invalid_request', ['expiresIn']],
  ])('refuses %s', async (_what, body, status, code, fields) => {
    const answer = await makeLink(body);
    expectProblem(answer, status, code);
    expect(fieldsOf(answer)).toEqual(fields);
  });

  it('is for the shop’s servers alone', async () => {
    expectProblem(await makeLink({}, {}), 401, 'unauthenticated');
    const { accessToken } = await identity.logIn('jane');
    expectProblem(await makeLink({}, { authorization: `Bearer ${accessToken}` }), 403, 'forbidden');
    const staff = await createKey(world.databaseUrl, 'admin', 'staff');
    expectProblem(await makeLink({}, { 'x-api-key': staff.key }), 403, 'forbidden');
  });
});

describe('a checkout by a link', () => {
  it('makes the order that the link sets, with its number, for a guest', async () => {
    const body = checkoutBody();
    const answer = await world.service.checkout({ ...body, link: await tokenFor(body) }, guest());
    expect(answer.status, answer.text).toBe(201);
    const [create] = await world.sandbox.creates(String(body['merchantOrderNo']));
    expect(create).toMatchObject({ body: { address: body['address'] } });
  });

  it.each<[what: string, change: Body, fields: string[]]>([
    ['another address', { address: THIEF }, ['address']],
    ['a memo beside the shop’s address', { memo: '7' }, ['memo']],
    ['another amount', { amount: '5.00' }, ['amount']],
    ['another network', { network: 'BSC' }, ['network']],
    ['another number', { merchantOrderNo: newNumber() }, ['merchantOrderNo']],
    ['no number', { merchantOrderNo: undefined }, ['merchantOrderNo']],
    ['a redirect more', { redirectUrl: 'myapp:thief' }, ['redirectUrl']],
    ['another of several', { address: THIEF, payWayCode: '10002' }, ['address', 'payWayCode']],
  ])('is refused with %s', async (_what, change, fields) => {
    const body = { ...checkoutBody(), redirectUrl: 'https://shop.example/' };
    const [link, orders, mark] = [await tokenFor(body), await world.rows.count('orders'), await world.sandbox.mark()];
    const answer = await world.service.checkout({ ...body, link, ...change }, guest());
    expectProblem(answer, 400, 'invalid_request');
    expect(fieldsOf(answer)).toEqual(fields);
    expect(await world.rows.count('orders')).toBe(orders);
    expect(await world.sandbox.calls('create', mark)).toEqual([]);
  });

  it('leaves what the link does not set to the customer, but for a number', async () => {
    const link = await tokenFor({ fiat: 'USD', amount: '100.00' });
    const answer = await world.service.checkout(wanted({ link, payWayCode: '10002' }), guest());
    expect(answer.status, answer.text).toBe(201);
    expectProblem(await world.service.checkout(wanted({ link, merchantOrderNo: 'MINE-1' }), guest()), 403, 'forbidden');
  });

  it('is refused with a link that nobody signed, or whose terms were changed', async () => {
    const [said = '', keyId, mac] = (await tokenFor({ address: THIEF })).split('.');
    const forged = Buffer.from(said, 'base64url').toString().replace(THIEF, String(wanted()['address']));
    for (const link of [`${Buffer.from(forged).toString('base64url')}.${keyId}.${mac}`, 'x', `${said}.${keyId}.`]) {
      const answer = await world.service.checkout(wanted({ link }), guest());
      expectProblem(answer, 400, 'invalid_request');
      expect(fieldsOf(answer)).toEqual(['link']);
      expect(await linkOnPage(`/checkout?link=${link}`)).toBe('invalid');
    }
    expect(await linkOnPage('/checkout?link=a&link=b')).toBe('invalid');
  });

  it('with a number makes one order: again for the same guest, and taken for everybody else', async () => {
    const { body, number } = newCheckout();
    const asked = { ...body, link: await tokenFor(body) };
    const [me, other] = [guest(), guest()];
    const answers = await Promise.all([me, me, other, other].map((headers) => world.service.insist(asked, headers)));
    const made = answers.filter(({ status }) => status < 300).map(orderOf);
    // Both times the first request gets it.
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201, 409, 409]);
    expect(new Set(made.map(({ clientSecret }) => clientSecret)).size).toBe(1);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused) {
      expectProblem(answer, 409, 'merchant_order_no_conflict');
      expect(answer.text).not.toContain('payUrl');
    }
    expect(await world.sandbox.creates(number)).toHaveLength(1);
    // A guest without a key.
    expectProblem(await world.service.checkout(asked), 409, 'merchant_order_no_conflict');
    expectProblem(await world.service.checkout(body, shop), 409, 'merchant_order_no_conflict');
  });

  it('is the customer’s own with a login, and no other customer’s', async () => {
    const body = checkoutBody();
    const asked = { ...body, link: await tokenFor(body) };
    const headers = { authorization: `Bearer ${(await identity.logIn('jane')).accessToken}` };
    expect((await world.service.checkout(asked, headers)).status).toBe(201);
    expect((await world.service.checkout(asked, headers)).status).toBe(200);
    expectProblem(await world.service.checkout(asked, guest()), 409, 'merchant_order_no_conflict');
  });

  it('whose time is over makes nothing more, and still answers with what was made', async () => {
    const body = checkoutBody();
    const [used, unused] = [await tokenFor({ ...body, expiresIn: 3 }), await tokenFor({ expiresIn: 1 })];
    const me = guest();
    expect((await world.service.checkout({ ...body, link: used }, me)).status).toBe(201);
    await sleep(3500);
    expect((await world.service.checkout({ ...body, link: used }, me)).status).toBe(200);
    const answer = await world.service.checkout(wanted({ link: unused }), guest());
    expectProblem(answer, 400, 'invalid_request');
    expect(answer.body['errors']).toEqual([{ field: 'link', message: 'has expired' }]);
    expect(await linkOnPage(`/checkout?link=${unused}`)).toBe('expired');
  });
});

describe('with PAGES_LINKS=signed', () => {
  it('no guest checks out without a link, by whichever way; others do', async () => {
    const refused = expectProblem(await signedOnly.checkout(wanted(), guest()), 403, 'forbidden');
    expect(refused['detail']).toBe('Guests may check out only with a link that the shop has signed.');
    const link = await tokenFor({ fiat: 'USD' });
    expect((await signedOnly.checkout(wanted({ link }), guest())).status).toBe(201);
    expect((await signedOnly.checkout(checkoutBody(), shop)).status).toBe(201);
    const { accessToken } = await identity.logIn('jane');
    const headers = { authorization: `Bearer ${accessToken}` };
    expect((await signedOnly.checkout(checkoutBody(), headers)).status).toBe(201);
  });
});
