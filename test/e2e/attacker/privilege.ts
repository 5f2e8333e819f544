import { PERMISSIONS } from '#src/access/permissions.js';
import { checkoutBody } from '../../support/service.js';
import { guest, newAddress, withoutNumber } from './tour.js';
import type { Attacker, Stage } from './tour.js';
import type { SentHeaders } from './wire.js';

/** Callers without access, by route. Spelled out again, so that a wrong row of the permission table shows. */
const MAY: Readonly<Record<string, readonly string[]>> = {
  'POST /v1/checkout-links': ['checkout'],
  'POST /v1/sell-orders': ['checkout'],
  'GET /v1/orders': ['checkout'],
  'PATCH /v1/orders/:merchantOrderNo': ['checkout'],
  'GET /v1/admin/me': ['support', 'finance', 'admin'],
  'GET /v1/admin/counts': ['support', 'finance', 'admin'],
  'GET /v1/admin/methods': ['support', 'finance', 'admin'],
  'GET /v1/admin/orders': ['support', 'finance', 'admin'],
  'GET /v1/admin/orders/export': ['finance', 'admin'],
  'GET /v1/admin/orders/:merchantOrderNo': ['support', 'finance', 'admin'],
  'POST /v1/admin/orders/:merchantOrderNo/ask': ['support', 'admin'],
  'POST /v1/admin/orders/:merchantOrderNo/reveal': ['support', 'admin'],
  'POST /v1/admin/orders/:merchantOrderNo/customer-link': ['support', 'admin'],
  'POST /v1/admin/orders/:merchantOrderNo/revoke-secret': ['support', 'admin'],
  'POST /v1/admin/orders/:merchantOrderNo/rebuild': ['admin'],
  'GET /v1/admin/orders/:merchantOrderNo/notes': ['support', 'admin'],
  'POST /v1/admin/orders/:merchantOrderNo/notes': ['support', 'admin'],
  'GET /v1/admin/orders/:merchantOrderNo/audit': ['support', 'admin'],
  'GET /v1/admin/mismatches': ['support', 'finance', 'admin'],
  'POST /v1/admin/mismatches/:id/resolve': ['support', 'admin'],
  'GET /v1/admin/pauses': ['support', 'finance', 'admin'],
  'POST /v1/admin/pauses': ['support', 'admin'],
  'DELETE /v1/admin/pauses/:id': ['support', 'admin'],
  'GET /v1/admin/runs': ['support', 'admin'],
  'GET /v1/admin/report': ['support', 'finance', 'admin'],
  'GET /v1/admin/callbacks': ['support', 'admin'],
  'GET /v1/admin/keys': ['admin'],
  'POST /v1/admin/keys': ['admin'],
  'POST /v1/admin/keys/:id/rotate': ['admin'],
  'POST /v1/admin/keys/:id/revoke': ['admin'],
  'GET /v1/admin/audit': ['admin'],
  'POST /v1/admin/forget': ['admin'],
  'GET /v1/admin/webhooks': ['support', 'admin'],
  'GET /v1/admin/webhooks/:id': ['support', 'admin'],
  'POST /v1/admin/webhooks': ['admin'],
  'PATCH /v1/admin/webhooks/:id': ['admin'],
  'DELETE /v1/admin/webhooks/:id': ['admin'],
  'POST /v1/admin/webhooks/:id/rotate': ['admin'],
  'POST /v1/admin/webhooks/:id/test': ['support', 'admin'],
  'POST /v1/admin/webhooks/:id/replay': ['support', 'admin'],
  'GET /v1/admin/deliveries': ['support', 'admin'],
  'GET /v1/admin/deliveries/:id': ['support', 'admin'],
  'POST /v1/admin/deliveries/:id/redeliver': ['support', 'admin'],
};

/** Members with which a body tries to be more than it is. */
const ASSIGNED: readonly Readonly<Record<string, unknown>>[] = [
  { status: 'COMPLETED' },
  { caller: 'sub-alice-4410' },
  { id: 1 },
  { role: 'admin' },
  { roles: ['admin'] },
  { capacities: ['admin'] },
  { final: true },
  { payUrl: 'https://evil.example/pay' },
  { orderNo: '1' },
  { version: 999 },
  { clientSecret: 'cs_1_mine' },
  { inReview: false },
  { trades: [] },
  { completedAt: '2020-01-01T00:00:00Z' },
  { customerId: 'sub-alice-4410' },
  { callbackUrl: 'https://evil.example/' },
  { side: 'SELL' },
  { isAdmin: true },
];

export const privilege: Stage = {
  title: 'rights that the caller does not have',
  async run(attacker) {
    const { tour } = attacker;
    const victim = await tour.victim(await tour.login('alice'));
    await routesOfOthers(attacker, victim.number);
    await namingACustomer(attacker);
    await massAssignment(attacker);
  },
};

async function routesOfOthers(attacker: Attacker, number: string): Promise<void> {
  const { tour } = attacker;
  const callers: Readonly<Record<string, SentHeaders>> = {
    nobody: {},
    guest: guest(),
    customer: await tour.login('mallory'),
    'customer who claims a capacity': await tour.login('mallory', {
      capacities: ['admin'],
      scope: 'admin',
      kind: 'key',
    }),
    'customer with a role that there is not': await tour.login('mallory', { role: 'superuser' }),
    'customer who says to be a server': await tour.login('mallory', { role: 'checkout' }),
    checkout: tour.withKey('insider'),
    support: tour.withKey('support'),
    finance: tour.withKey('finance'),
    admin: tour.withKey('admin'),
  };
  const admin = Object.keys(PERMISSIONS).filter((route) => route.includes(' /v1/admin/'));
  const unknown = admin.filter((route) => !(route in MAY));
  if (unknown.length > 0) attacker.fault(`knows nothing of these routes yet: ${unknown.join(', ')}`);
  for (const [route, may] of Object.entries(MAY)) {
    const [method = '', pattern = ''] = route.split(' ');
    const path = pattern.replace(':merchantOrderNo', number).replace(':id', '1');
    for (const [who, headers] of Object.entries(callers)) {
      if (may.includes(who)) continue;
      const body =
        method === 'POST' ? { reason: 'I would like to', note: 'x', role: 'admin', name: 'mine' } : undefined;
      const forms =
        who === 'customer' ? [path, path.toUpperCase(), `${path}/`, `/${path}`, `/v1/./admin${path.slice(9)}`] : [path];
      for (const form of forms) {
        const what = `${who} at ${method} ${form}`;
        const allowed = who === 'nobody' || who === 'guest' ? [401, 404] : [401, 403, 404];
        await attacker.strike({ what, method, path: form, headers, body, allowed });
        if (method === 'GET')
          await attacker.strike({ what: `HEAD: ${what}`, method: 'HEAD', path: form, headers, allowed });
      }
    }
  }
}

/** Only the merchant's own servers say for whom they ask. */
async function namingACustomer(attacker: Attacker): Promise<void> {
  const { tour } = attacker;
  const callers = { customer: await tour.login('mallory'), guest: guest() };
  const claims = [
    { customer: { id: tour.subject('alice') } },
    { customer: { email: 'alice@customers.example' } },
    { customer: {} },
    { accessToken: 'a-token-of-somebody' },
    { metadata: { vip: 'yes' } },
  ];
  for (const [who, headers] of Object.entries(callers)) {
    for (const claim of claims) {
      const body = { ...withoutNumber(checkoutBody({ address: newAddress() })), ...claim };
      const what = `a ${who} who sends ${JSON.stringify(claim)}`;
      await attacker.strike({ what, method: 'POST', path: '/v1/checkouts', headers, body, allowed: [403] });
    }
  }
}

async function massAssignment(attacker: Attacker): Promise<void> {
  const { tour } = attacker;
  const own = await attacker.ownOrder();
  const secret = { 'x-client-secret': own.clientSecret };
  const targets: readonly (readonly [string, string, SentHeaders, Readonly<Record<string, unknown>>])[] = [
    ['a checkout', '/v1/checkouts', guest(), withoutNumber(checkoutBody())],
    ['a retry', `/v1/orders/${own.number}/retry`, secret, {}],
    [
      'a quote',
      '/v1/quotes',
      guest(),
      { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' },
    ],
    ['a sale', '/v1/sell-orders', tour.withKey('checkout'), { merchantOrderNo: `S-${own.number}`.slice(0, 40) }],
    ['a link', '/v1/checkout-links', tour.withKey('insider'), { fiat: 'USD', amount: '100.00' }],
    ['a new key', '/v1/admin/keys', tour.withKey('admin'), { role: 'checkout', name: 'assigned' }],
    ['a question', `/v1/admin/orders/${own.number}/ask`, tour.withKey('support'), { reason: 'asked' }],
    ['a revelation', `/v1/admin/orders/${own.number}/reveal`, tour.withKey('support'), { reason: 'asked' }],
  ];
  for (const [what, path, headers, good] of targets) {
    for (const more of ASSIGNED) {
      const [name = ''] = Object.keys(more);
      if (
        name in good ||
        (name === 'orderNo' && path === '/v1/sell-orders') ||
        (name === 'side' && path === '/v1/quotes')
      )
        continue;
      const body = { ...good, ...more };
      const strike = { what: `${what} with ${name}`, method: 'POST', path, headers, body };
      const reply = await attacker.strike({ ...strike, allowed: path.endsWith('/ask') ? [200, 202, 400] : [400] });
      // A route that takes no body at all has nothing to believe.
      if (reply.status === 400 && !JSON.stringify(reply.body['errors']).includes(name)) {
        attacker.fault(`${what} with ${name} was refused for something else: ${reply.text}`);
      }
    }
  }
}
