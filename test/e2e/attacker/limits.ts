import { checkoutBody } from '../../support/service.js';
import { createKey } from '../../support/made-key.js';
import { guest, withoutNumber } from './tour.js';
import type { Attacker, Stage } from './tour.js';
import { sendFrom } from './wire.js';
import type { Sending, SentHeaders } from './wire.js';

const LIMIT = 3;
const BURST = 60;
const AT_ONCE = 20;

/** The nth request of a caller that evades the limit. */
type Dodge = (nth: number) => Sending;

/**
 * Limits count the sender, whatever the requests look like. Own services have limits so low that any machine reaches
 * them.
 */
export const limits: Stage = {
  title: 'getting around the limits',
  async run(attacker) {
    const { tour } = attacker;
    const { service, databaseUrl } = await tour.world.another({
      AUTH: 'required',
      AUTH_GUESTS: 'true',
      ...tour.identity.settings,
      RATE_LIMIT_ADDRESS_RPS: String(LIMIT),
      RATE_LIMIT_CALLER_RPS: String(LIMIT),
      RATE_LIMIT_KEY_RPS: String(LIMIT),
    });
    const path = '/v1/orders/none';
    const tokens = await Promise.all(
      Array.from({ length: BURST }, (_, n) => tour.identity.token({ sub: 'one-and-the-same', jti: `t-${n}` })),
    );
    const others = await Promise.all(
      Array.from({ length: BURST }, (_, n) => tour.identity.token({ sub: `login-${n}` })),
    );
    const { key } = await createKey(databaseUrl, 'support', 'one and the same');
    const from = (address: string): SentHeaders => ({
      'x-forwarded-for': address,
      'x-real-ip': address,
      forwarded: `for=${address}`,
      'true-client-ip': address,
      'cf-connecting-ip': address,
      'x-client-ip': address,
    });
    const byAddress: Readonly<Record<string, Dodge>> = {
      'doing nothing about it': () => ({ path }),
      'naming another address each time': (n) => ({ path, headers: from(`203.0.113.${n}`) }),
      'naming more and more addresses': (n) => ({
        path,
        headers: { 'x-forwarded-for': Array.from({ length: n + 1 }, (_, m) => `198.51.100.${m}`).join(', ') },
      }),
      'naming this machine': () => ({ path, headers: from('127.0.0.1') }),
      'showing another bad key each time': (n) => ({ path, headers: { 'x-api-key': `guess-${n}` } }),
      'showing another bad token each time': (n) => ({ path, headers: { authorization: `Bearer a.b.${n}` } }),
      'showing another bad secret each time': (n) => ({ path, headers: { 'x-client-secret': `cs_1_${n}` } }),
      'logging in as another customer each time': (n) => ({
        path,
        headers: { authorization: `Bearer ${others[n] ?? ''}` },
      }),
      'sending another key of a request each time': (n) => ({ path, headers: { 'idempotency-key': `k-${n}` } }),
      'writing the path in another letter case': (n) => ({ path: n % 2 === 0 ? '/V1/orders/NONE' : '/v1/ORDERS/none' }),
      'writing the path in other ways': (n) => ({
        path: [`/v1/orders/none?${n}`, '/v1/orders/none/', '/v1//orders/none', '/v1/%6frders/none'][n % 4] ?? path,
      }),
      'asking for other paths each time': (n) => ({ path: `/v1/nothing-${n}` }),
      'asking with HEAD': () => ({ method: 'HEAD', path }),
      'asking with OPTIONS': () => ({ method: 'OPTIONS', path }),
      'asking with methods that there are not': (n) => ({ method: n % 2 === 0 ? 'PROPFIND' : 'DELETE', path }),
      'naming another host each time': (n) => ({ path, headers: { host: `host-${n}.example` } }),
      'sending bodies that are none': () => ({
        method: 'POST',
        path: '/v1/checkouts',
        headers: { 'content-type': 'application/json' },
        body: '{',
      }),
      'sending bodies that are too large': () => ({ method: 'POST', path: '/v1/checkouts', body: 'a'.repeat(70_000) }),
    };
    let nth = 0;
    for (const [what, dodge] of Object.entries(byAddress)) {
      nth += 1;
      const address = `127.0.20.${nth}`;
      await burst(attacker, what, () => address, service.port, dodge);
    }
    const byCaller: Readonly<Record<string, Dodge>> = {
      'one customer at many addresses': () => ({ path, headers: { authorization: `Bearer ${tokens[0] ?? ''}` } }),
      'one customer at many addresses, with many tokens': (n) => ({
        path,
        headers: { authorization: `Bearer ${tokens[n] ?? ''}` },
      }),
      'one key at many addresses': () => ({ path: '/v1/cryptos', headers: { 'x-api-key': key } }),
    };
    for (const [what, dodge] of Object.entries(byCaller)) {
      nth += 1;
      const network = nth;
      await burst(attacker, what, (n) => `127.0.${network + 20}.${n + 1}`, service.port, dodge);
    }
    await guestsOfOneBlock(attacker);
  },
};

/** Behind a load balancer, checking out from another address of his own block each time. */
async function guestsOfOneBlock(attacker: Attacker): Promise<void> {
  const { service } = await attacker.tour.world.another({
    ...{ AUTH: 'required', AUTH_GUESTS: 'true', TRUSTED_PROXIES: 'loopback', GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK: '6' },
  });
  const checkout = (address: string): Sending => ({
    // No address of the network, so that nothing is made. (The limits of amounts may not be known yet.)
    ...{ method: 'POST', path: '/v1/checkouts', body: withoutNumber(checkoutBody({ address: '0x52' })) },
    headers: { ...guest(), 'x-forwarded-for': address },
  });
  const dodges: Readonly<Record<string, Dodge>> = {
    'one /24': (n) => checkout(`192.0.2.${n}`),
    'one /48': (n) => checkout(`2001:db8:7:${n}::1`),
  };
  for (const [what, dodge] of Object.entries(dodges)) {
    await burst(attacker, `a guest of ${what}`, () => '127.0.0.1', service.port, dodge);
  }
}

/** So many requests as fast as they go: no more of them may pass than the limit lets through in that time. */
async function burst(
  attacker: Attacker,
  what: string,
  address: (nth: number) => string,
  port: number,
  dodge: Dodge,
): Promise<void> {
  const begun = performance.now();
  let passed = 0;
  for (let n = 0; n < BURST; n += AT_ONCE) {
    const sent = Array.from({ length: AT_ONCE }, (_, m) => sendFrom(address(n + m), port, dodge(n + m)));
    for (const { status, headers } of await Promise.all(sent)) {
      if (status !== 429) passed += 1;
      else if (!/^\d+$/.test(String(headers['retry-after']))) attacker.fault(`${what} got 429 without Retry-After`);
    }
  }
  const seconds = (performance.now() - begun) / 1000;
  // Allowed in that time, plus the burst before and after.
  const most = LIMIT * (seconds + 3);
  if (passed > most) attacker.fault(`${what} got ${passed} of ${BURST} requests through in ${seconds.toFixed(1)} s`);
}
