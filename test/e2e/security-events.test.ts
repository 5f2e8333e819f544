import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SECURITY_EVENTS } from '#src/platform/callers/security-events.js';
import type { SecurityEvent } from '#src/platform/callers/security-events.js';
import { IdentityProvider, issuerKey } from '../support/identity-provider.js';
import { readMetrics, total } from '../support/promtool.js';
import type { Service } from '../support/service.js';
import { checkoutBody, expectProblem, newNumber } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';
import type { MadeKey } from '../support/made-key.js';
import { sendFrom } from './attacker/wire.js';
import type { Reply, Sending } from './attacker/wire.js';

const REVEALS = 3;
const REASON = { reason: 'planted reason of staff' };
const METRIC = 'ramp_checkout_security_events_total';

let world: World;
let identity: IdentityProvider;
let keys: Record<'checkout' | 'support' | 'finance' | 'admin' | 'other', MadeKey>;
let order: string;

beforeAll(async () => {
  identity = await IdentityProvider.start();
  const env = { AUTH: 'required', LOG_LEVEL: 'info', REVEALS_PER_HOUR: String(REVEALS), ...identity.settings };
  world = await startWorld(env, {}, 'process');
  const make = (role: string, ...more: string[]): Promise<MadeKey> =>
    createKey(world.databaseUrl, role, `planted name of ${role}`, more);
  const [checkout, support, finance, admin, other] = await Promise.all([
    make('checkout'),
    make('support'),
    make('finance'),
    make('admin'),
    make('checkout', '--scope', 'own'),
  ]);
  keys = { checkout, support, finance, admin, other };
  const body = checkoutBody({ merchantOrderNo: newNumber(), customer: { id: 'planted-customer-7' } });
  const made = await send('127.0.0.1', { method: 'POST', path: '/v1/checkouts', headers: by('checkout'), body });
  expect(made.status, made.text).toBe(201);
  order = String(made.body['merchantOrderNo']);
}, 180_000);
afterAll(async () => {
  await world.close();
  await identity.close();
});

type Line = Readonly<Record<string, unknown>>;

const by = (who: keyof typeof keys): Record<string, string> => ({ 'x-api-key': keys[who].key });
const account = (who: keyof typeof keys): string => `key:${keys[who].id}`;
const send = (from: string, sending: Sending, { port } = world.service): Promise<Reply> =>
  sendFrom(from, port, sending);

/** The security events in a service's log, in order. */
function told(from: string, { program } = world.service): Line[] {
  const lines = program
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
  return lines.filter(({ event, address }) => String(event) in SECURITY_EVENTS && address === from);
}

/** Waits until the log has these as the first of their names, in this order. Output arrives a moment after the response. */
async function says(from: string, lines: readonly Line[]): Promise<void> {
  await expect
    .poll(() =>
      told(from)
        .filter((line) => lines.some(({ event }) => event === line['event']))
        .slice(0, lines.length),
    )
    .toMatchObject(lines);
}

async function countedEach(): Promise<ReadonlyMap<SecurityEvent, number>> {
  const { samples } = readMetrics(await world.service.metrics());
  const events = Object.keys(SECURITY_EVENTS) as SecurityEvent[];
  return new Map(events.map((event) => [event, total(samples, METRIC, { event })]));
}

const token = async (...how: Parameters<IdentityProvider['token']>): Promise<Record<string, string>> => ({
  authorization: `Bearer ${await identity.token({ sub: 'planted-subject', ...how[0] }, how[1])}`,
});
const swapped = (key: string): string => `${key.slice(0, -12)}AAAAAAAAAAAA`;
const admin = (path: string): string => `/v1/admin/${path}`;

let endpoint: string;
const CONFIRMED = { url: 'shop.example/hooks', events: ['order.paid'] };
const MOVED = { url: 'elsewhere.example/in', events: ['*'] };
const hook = (what: string, path: () => string, sent: Partial<Sending>, status: number, line: Line): Deed => ({
  what: `${what} a webhook endpoint`,
  event: 'webhook_changed',
  status,
  sending: () => ({ method: 'POST', path: admin(`webhooks${path()}`), headers: by('admin'), body: {}, ...sent }),
  line: () => ({ actor: account('admin'), ...line }),
});

interface Deed {
  readonly what: string;
  readonly event: SecurityEvent;
  readonly sending: () => Sending | Promise<Sending>;
  readonly status: number;
  readonly line: () => Line;
}

const DEEDS: readonly Deed[] = [
  {
    what: 'an unknown key',
    event: 'authn_login_fail',
    sending: () => ({ path: admin('runs'), headers: { 'x-api-key': `rck_aaaaaaaaaaaa_${'A'.repeat(43)}` } }),
    status: 401,
    line: () => ({ actor: null, by: 'api_key', reason: 'unknown' }),
  },
  {
    what: 'a key with a guessed secret',
    event: 'authn_login_suspicious',
    sending: () => ({ path: admin('runs'), headers: { 'x-api-key': swapped(keys.admin.key) } }),
    status: 401,
    line: () => ({ actor: account('admin'), by: 'api_key', reason: 'wrong' }),
  },
  {
    what: 'two keys',
    event: 'authn_login_fail',
    sending: () => ({ path: admin('runs'), headers: { 'x-api-key': [keys.other.key, keys.admin.key] } }),
    status: 401,
    line: () => ({ actor: null, by: 'headers', reason: 'unclear' }),
  },
  {
    what: 'an expired token',
    event: 'authn_login_fail',
    sending: async () => ({ path: `/v1/orders/${order}`, headers: await token({ exp: 1_700_000_000 }) }),
    status: 401,
    line: () => ({ actor: null, by: 'token', reason: 'expired' }),
  },
  {
    what: 'a token with a foreign signature',
    event: 'authn_login_suspicious',
    sending: async () => ({
      path: `/v1/orders/${order}`,
      headers: await token({}, { key: await issuerKey(identity.key.kid) }),
    }),
    status: 401,
    line: () => ({ actor: null, by: 'token', reason: 'signature' }),
  },
  {
    what: 'a route of another role',
    event: 'authz_fail',
    sending: () => ({ method: 'POST', path: admin(`orders/${order}/reveal`), headers: by('finance'), body: REASON }),
    status: 403,
    line: () => ({
      actor: account('finance'),
      method: 'POST',
      route: '/v1/admin/orders/:merchantOrderNo/reveal',
    }),
  },
  {
    what: "another caller's order",
    event: 'authz_fail',
    sending: () => ({ path: `/v1/orders/${order}`, headers: by('other') }),
    status: 404,
    line: () => ({ actor: account('other'), merchantOrderNo: order }),
  },
  {
    what: 'reading a whole file',
    event: 'sensitive_read',
    sending: () => ({ path: admin(`orders/${order}`), headers: by('support') }),
    status: 200,
    line: () => ({ actor: account('support'), action: 'order.read', target: order }),
  },
  {
    what: 'searching for a person',
    event: 'sensitive_read',
    sending: () => ({ path: admin('orders?text=planted-customer-7'), headers: by('finance') }),
    status: 200,
    line: () => ({ actor: account('finance'), action: 'order.search', target: null }),
  },
  {
    what: 'revealing',
    event: 'sensitive_reveal',
    sending: () => ({ method: 'POST', path: admin(`orders/${order}/reveal`), headers: by('admin'), body: REASON }),
    status: 200,
    line: () => ({ actor: account('admin'), action: 'order.reveal', target: order }),
  },
  {
    what: 'exporting the report',
    event: 'sensitive_export',
    sending: () => ({ path: admin('report'), headers: by('finance') }),
    status: 200,
    line: () => ({ actor: account('finance'), action: 'report.export' }),
  },
  {
    what: 'exporting orders',
    event: 'sensitive_export',
    sending: () => ({ path: admin('orders/export?to=2020-01-01'), headers: by('finance') }),
    status: 200,
    line: () => ({ actor: account('finance'), action: 'order.export' }),
  },
  {
    what: 'making a key',
    event: 'authn_token_created',
    sending: () => ({
      method: 'POST',
      path: admin('keys'),
      headers: by('admin'),
      body: { name: 'planted new key', role: 'support' },
    }),
    status: 201,
    line: () => ({ actor: account('admin'), action: 'key.create' }),
  },
  {
    what: 'revoking a key',
    event: 'authn_token_revoked',
    sending: () => ({ method: 'POST', path: admin(`keys/${keys.other.id}/revoke`), headers: by('admin'), body: {} }),
    status: 200,
    line: () => ({ actor: account('admin'), action: 'key.revoke', target: keys.other.id }),
  },
  {
    what: 'requesting a poll',
    event: 'authz_admin',
    sending: () => ({ method: 'POST', path: admin(`orders/${order}/ask`), headers: by('support'), body: {} }),
    status: 200,
    line: () => ({ actor: account('support'), action: 'order.ask', target: order }),
  },
  hook('making', () => '', { body: { url: 'https://shop.example/hooks', events: ['order.paid'] } }, 201, {
    action: 'webhook.create',
    after: CONFIRMED,
  }),
  hook(
    'moving',
    () => `/${endpoint}`,
    { method: 'PATCH', body: { url: 'https://elsewhere.example/in?key=planted', events: ['*'] } },
    200,
    {
      action: 'webhook.change',
      before: CONFIRMED,
      after: { ...MOVED, url: `${MOVED.url}?[masked]` },
    },
  ),
  hook('replaying to', () => `/${endpoint}/replay`, { body: { from: '2026-01-01T00:00:00Z' } }, 202, {
    action: 'webhook.replay',
    endpoint: { url: expect.stringContaining(MOVED.url) as string },
  }),
  hook(
    'moving back',
    () => `/${endpoint}`,
    { method: 'PATCH', body: { url: 'https://shop.example/hooks', events: ['order.paid'] } },
    200,
    { action: 'webhook.change', before: { events: ['*'] }, after: CONFIRMED },
  ),
  hook('giving a new secret to', () => `/${endpoint}/rotate`, {}, 201, {
    action: 'webhook.rotate',
    endpoint: CONFIRMED,
  }),
  hook('deleting', () => `/${endpoint}`, { method: 'DELETE' }, 204, { action: 'webhook.delete', before: CONFIRMED }),
];

describe('logged when it happens', () => {
  const made = new Map<SecurityEvent, number>();
  let before: ReadonlyMap<SecurityEvent, number>;
  beforeAll(async () => {
    before = await countedEach();
  });

  it.each(DEEDS.map((deed, nth) => ({ ...deed, address: `127.0.7.${nth + 1}` })))(
    '$what: $event',
    async ({ event, sending, status, line, address }) => {
      const reply = await send(address, await sending());
      made.set(event, (made.get(event) ?? 0) + 1);
      expect(reply.status, reply.text).toBe(status);
      if (event === 'webhook_changed' && status === 201) endpoint = String(reply.body['id']);
      await says(address, [{ event, address, ...line() }]);
    },
  );

  it('each is counted once', async () => {
    await expect
      .poll(async () => {
        const now = await countedEach();
        return new Map([...made.keys()].map((event) => [event, now.get(event)! - before.get(event)!]));
      })
      .toEqual(made);
  });

  it('use of a revoked key', async () => {
    const from = '127.0.7.100';
    await expect.poll(async () => (await send(from, { path: '/v1/cryptos', headers: by('other') })).status).toBe(401);
    await says(from, [{ event: 'authn_token_reuse', actor: account('other'), reason: 'revoked' }]);
  });

  it('a flood of guesses: all are counted, few are logged', async () => {
    const [from, guesses] = ['127.0.7.101', 150];
    const suspicious = async () => (await countedEach()).get('authn_login_suspicious')!;
    const before = await suspicious();
    const headers = { 'x-api-key': swapped(keys.support.key) };
    const statuses = [];
    for (let n = 0; n < guesses; n++) statuses.push((await send(from, { path: admin('runs'), headers })).status);
    const refused = statuses.filter((status) => status === 401).length;
    expect(refused).toBeGreaterThan(100);
    expect((await suspicious()) - before).toBe(refused);
    const written = [1, 2, 4, 8, 16, 32, 64].map((times) => ({ event: 'authn_login_suspicious', times }));
    await says(from, written);
    expect(told(from).length).toBeLessThan(20);
  });

  it('the log has no key, name, reason or search text', () => {
    const text = world.service.program.output();
    for (const key of Object.values(keys)) expect(text).not.toContain(key.key.slice(-43));
    expect(text).not.toContain('planted');
  });
});

describe('reading personal data', () => {
  const entries = (action: string, actor: string): Promise<Line[]> =>
    world.rows.query('SELECT target, detail FROM audit_log WHERE action = $1 AND actor_id = $2 ORDER BY id', [
      action,
      actor,
    ]);

  it('is audited for whole files and for searches by text, not for other lists', async () => {
    const before = await entries('order.search', account('support'));
    const from = '127.0.7.110';
    for (const query of ['', '?status=PAID', '?inReview=false&limit=1']) {
      expect((await send(from, { path: admin(`orders${query}`), headers: by('support') })).status).toBe(200);
    }
    expect(await entries('order.search', account('support'))).toEqual(before);
    const search = (text: string) => send(from, { path: admin(`orders?text=${text}`), headers: by('support') });
    for (const text of ['planted-customer-7', 'planted-customer-7', 'planted-nobody']) await search(text);
    const [first, again, nobody] = (await entries('order.search', account('support'))).map(
      ({ detail }) => detail as Line,
    );
    expect(first).toEqual({ text: expect.stringMatching(/^#1:\S{16}$/) as string, found: 1 });
    expect(again).toEqual(first);
    expect(nobody).toMatchObject({ found: 0 });
    expect(nobody!['text']).not.toBe(first!['text']);
    expect(await entries('order.read', account('support'))).toContainEqual({ target: order, detail: {} });
  });

  it('is refused while the audit log cannot be written', async () => {
    await world.rows.query('ALTER TABLE audit_log RENAME TO away');
    try {
      for (const path of [`orders/${order}`, 'orders?text=planted-customer-7']) {
        const reply = await send('127.0.7.111', { path: admin(path), headers: by('support') });
        expect(reply.status).toBeGreaterThanOrEqual(500);
        expect(reply.text).not.toContain(order);
      }
    } finally {
      await world.rows.query('ALTER TABLE away RENAME TO audit_log');
    }
  });

  it('in clear is limited per hour and member of staff, over all replicas', async () => {
    const other = await world.replica({ AUTH: 'required', REVEALS_PER_HOUR: String(REVEALS) });
    const revealed = { method: 'POST', path: admin(`orders/${order}/reveal`), body: REASON };
    const reveal = (service: Service) => send('127.0.7.112', { ...revealed, headers: by('support') }, service);
    const replies = await Promise.all(Array.from({ length: 16 }, (_, n) => reveal(n % 2 ? other : world.service)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(REVEALS);
    expect(refused).toHaveLength(16 - REVEALS);
    expect(await entries('order.reveal', account('support'))).toHaveLength(REVEALS);
    const [one] = refused;
    expect(one!.body).toMatchObject({ code: 'rate_limited', detail: expect.stringMatching(/revealed/) as string });
    expect(Number(one!.headers['retry-after'])).toBeGreaterThan(3500);
    await says('127.0.7.112', [{ event: 'excess_rate_limit_exceeded', actor: account('support'), limit: 'reveals' }]);
    // Another member of staff has a limit of its own.
    expect((await send('127.0.7.113', { ...revealed, headers: by('admin') })).status).toBe(200);
  });
});

it('reveals are unlimited with AUTH=none', async () => {
  const { service } = await world.another({ REVEALS_PER_HOUR: '1' });
  const { merchantOrderNo } = await service.order(checkoutBody());
  for (let n = 0; n < 3; n++) {
    expect((await service.post(admin(`orders/${merchantOrderNo}/reveal`), REASON)).status).toBe(200);
  }
  expectProblem(await service.post(admin('orders/none/reveal'), REASON), 404, 'not_found');
});
