import { checkoutBody } from '../../support/service.js';
import { guest, newAddress, withoutNumber } from './tour.js';
import type { Attacker, Stage } from './tour.js';

const MARK = 'polluted-7731';

/** Members that reach for what all objects share. */
const MEMBERS: readonly string[] = [
  `"__proto__":{"status":"${MARK}","role":"admin","${MARK}":true}`,
  `"constructor":{"prototype":{"${MARK}":true}}`,
  `"constructor":"${MARK}"`,
  `"prototype":{"${MARK}":true}`,
  `"__proto__":null`,
  `"__proto__":"${MARK}"`,
  `"__defineGetter__":"${MARK}"`,
  `"toString":"${MARK}"`,
  `"hasOwnProperty":"${MARK}"`,
  `"toJSON":"${MARK}"`,
  `"then":"${MARK}"`,
  `"\\u005f_proto__":{"${MARK}":true}`,
  `"quote":{"cryptoQuantity":"1","__proto__":{"${MARK}":true}}`,
  `"quote":{"__proto__":{"cryptoQuantity":"${MARK}"}}`,
  `"customer":{"constructor":{"prototype":{"${MARK}":true}}}`,
];

const QUERIES: readonly string[] = [
  `__proto__[${MARK}]=1`,
  `__proto__.${MARK}=1`,
  `constructor[prototype][${MARK}]=1`,
  `filter[constructor]=${MARK}`,
  `filter[__proto__][${MARK}]=1`,
  `fiat[__proto__]=${MARK}`,
  `fiat[]=USD&fiat[]=${MARK}`,
  `limit[$gt]=${MARK}`,
  `limit=__proto__`,
  `cursor=__proto__`,
  `toString=${MARK}`,
  `hasOwnProperty=${MARK}`,
];

/** Names of header values and path parts that are looked up somewhere. */
const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];

export const prototypes: Stage = {
  title: 'what all objects share',
  async run(attacker) {
    const { tour } = attacker;
    const before = await membersShown(attacker);
    const staff = tour.withKey('admin');
    const bodies: readonly (readonly [
      string,
      Readonly<Record<string, unknown>>,
      () => Readonly<Record<string, string | readonly string[]>>,
    ])[] = [
      ['/v1/checkouts', withoutNumber(checkoutBody({ address: newAddress() })), guest],
      ['/v1/quotes', { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' }, guest],
      ['/v1/sell-orders', { merchantOrderNo: 'PROTO-1' }, () => tour.withKey('checkout')],
      ['/v1/admin/keys', { role: 'checkout', name: 'proto' }, () => staff],
    ];
    for (const [path, good, headers] of bodies) {
      for (const member of MEMBERS) {
        const body = `{${JSON.stringify(good).slice(1, -1)},${member}}`;
        const sent = { method: 'POST', path, headers: { ...headers(), 'content-type': 'application/json' }, body };
        await attacker.strike({ what: `${path} with ${member}`, ...sent, allowed: [400, 403] });
      }
    }
    const lists = ['orders', 'mismatches', 'runs', 'callbacks', 'keys', 'audit', 'report'].map(
      (name) => `/v1/admin/${name}`,
    );
    for (const query of QUERIES) {
      const strike = { what: `a query ${query}`, allowed: [400] };
      await attacker.strike({ ...strike, path: `/v1/cryptos?${query}`, headers: guest() });
      for (const path of lists) await attacker.strike({ ...strike, path: `${path}?${query}`, headers: staff });
    }
    for (const name of NAMES) {
      await attacker.strikeAll([
        {
          what: `an order called ${name}`,
          path: `/v1/orders/${name}`,
          headers: tour.withKey('insider'),
          allowed: [400, 404],
        },
        { what: `a key called ${name}`, path: '/v1/admin/keys', headers: { 'x-api-key': name }, allowed: [401] },
        {
          what: `a token called ${name}`,
          path: '/v1/admin/keys',
          headers: { authorization: `Bearer ${name}` },
          allowed: [401],
        },
        {
          what: `a token with the role ${name}`,
          path: '/v1/admin/keys',
          headers: await tour.login('mallory', { role: name }),
          allowed: [401, 403],
        },
        {
          what: `a callback called ${name}`,
          method: 'POST',
          path: `/callbacks/ramp/${name}`,
          body: {},
          allowed: [404],
        },
        { what: `a route called ${name}`, path: `/v1/${name}`, headers: staff, allowed: [404] },
      ]);
    }
    const after = await membersShown(attacker);
    if (JSON.stringify(after) !== JSON.stringify(before))
      attacker.fault(`objects have other members now: ${JSON.stringify(after)}`);
    const { service } = tour.world;
    for (const path of ['/health/ready', '/openapi.json', '/metrics']) {
      if ((await service.get(path)).text.includes(MARK))
        attacker.fault(`${path} shows a member that somebody put there`);
    }
  },
};

/** The members of an order, of a list, of a problem and of the health report. */
async function membersShown(attacker: Attacker): Promise<string[][]> {
  const own = await attacker.ownOrder();
  const order = await attacker.send({
    path: `/v1/orders/${own.number}`,
    headers: { 'x-client-secret': own.clientSecret },
  });
  const list = await attacker.send({ path: '/v1/cryptos', headers: guest() });
  const problem = await attacker.send({ path: '/v1/orders/none' });
  const health = await attacker.send({ path: '/health/ready' });
  return [order, list, problem, health].map(({ body }) => Object.keys(body).sort());
}
