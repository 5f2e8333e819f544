import { checkoutBody, newNumber } from '../../support/service.js';
import { guest, newAddress } from './tour.js';
import type { Attacker, Stage } from './tour.js';
import type { SentHeaders } from './wire.js';

/** A service that ran one of these would sleep for a minute, lose a table, or say more than it should. */
const PAYLOADS: readonly string[] = [
  `' OR '1'='1`,
  `'; DROP TABLE orders CASCADE; --`,
  `'||(SELECT/**/pg_sleep(60))||'`,
  `1;SELECT/**/pg_sleep(60)--`,
  `') UNION SELECT NULL, NULL, current_user, version() --`,
  `\\'; DELETE FROM trades; --`,
  `" OR ""="`,
  `%' OR 1=1 --`,
  `$1`,
  `0x27`,
  `';UPDATE/**/orders/**/SET/**/status='COMPLETED';--`,
  `{"$gt":""}`,
];

/** What the honest form of any of these may lead to: a refusal, or the text taken for a text. */
const HONEST = [200, 201, 202, 400, 401, 403, 404, 405, 409, 413, 415, 422];

type Schema = Readonly<Record<string, unknown>>;

/** One place of the API at which a text goes in. */
interface Entrance {
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly place: 'path' | 'query' | 'header' | 'body';
  /** Its path within the body, or its name. */
  readonly name: readonly string[];
  readonly body: Schema | null;
}

export const sql: Stage = {
  title: 'SQL in every string field',
  async run(attacker) {
    const document = (await attacker.send({ path: '/openapi.json' })).body;
    const entrances = entrancesOf(document);
    const names = new Set(entrances.map(({ path, name }) => `${path} ${name.join('.')}`));
    const known = ['/v1/checkouts address', '/v1/checkouts customer.email', '/v1/quotes crypto', '/v1/cryptos fiat'];
    const missing = known.filter((name) => !names.has(name));
    if (missing.length > 0) attacker.fault(`does not find these fields in the document: ${missing.join(', ')}`);
    const own = await attacker.tour.victim(attacker.tour.withKey('insider'));
    for (const entrance of entrances) {
      for (const payload of PAYLOADS) await strikeAt(attacker, entrance, payload, own.number);
    }
    await credentials(attacker, own.number);
  },
};

async function strikeAt(attacker: Attacker, entrance: Entrance, payload: string, number: string): Promise<void> {
  const { tour } = attacker;
  const { method, place, name, body } = entrance;
  const isAt = (where: string): boolean => place === where;
  const last = name.at(-1) ?? '';
  const filled = entrance.path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    if (isAt('path') && parameter === last) return encodeURIComponent(payload);
    return parameter === 'merchantOrderNo' ? number : '1';
  });
  const query = isAt('query') ? `?${encodeURIComponent(last)}=${encodeURIComponent(payload)}` : '';
  const caller = filled.startsWith('/v1/admin/') ? tour.withKey('admin') : tour.withKey('insider');
  const headers: SentHeaders = { ...caller, ...(isAt('header') ? { [last]: payload } : {}) };
  const given =
    body === null ? {} : { body: isAt('body') ? placed(baseOf(filled, body), name, payload) : baseOf(filled, body) };
  const what = `${method} ${entrance.path} with ${payload} as its ${name.join('.')}`;
  const begun = performance.now();
  const reply = await attacker.send({ method, path: filled + query, headers, ...given });
  const seconds = (performance.now() - begun) / 1000;
  const isRefusedByProvider =
    reply.status === 502 && /^ramp_(?:refused|configuration)$/.test(String(reply.body['code']));
  if (!HONEST.includes(reply.status) && !isRefusedByProvider) {
    attacker.fault(`${what} was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
  }
  if (seconds > 50) attacker.fault(`${what} took ${Math.round(seconds)} seconds`);
  if (/PostgreSQL \d|syntax error|QueryFailed/.test(reply.text)) attacker.fault(`${what} was told of the database`);
  if (reply.status === 201 && filled.startsWith('/v1/admin/keys')) tour.grantedKeys.add(String(reply.body['id']));
}

/** Headers that say who is calling are in no document of fields. */
async function credentials(attacker: Attacker, number: string): Promise<void> {
  const token = (payload: string): string =>
    Buffer.from(JSON.stringify({ alg: 'ES256', kid: payload })).toString('base64url');
  for (const payload of PAYLOADS) {
    const shown: readonly SentHeaders[] = [
      { 'x-api-key': payload },
      { 'x-client-secret': payload },
      { authorization: `Bearer ${payload}` },
      { authorization: `Bearer ${token(payload)}.${token(payload)}.x` },
      await attacker.tour.login('mallory', { sub: payload, email: payload, role: payload }),
    ];
    for (const headers of shown) {
      const what = `${payload} as ${Object.keys(headers).join()}`;
      await attacker.strike({ what, path: `/v1/orders/${number}`, headers, allowed: [400, 401, 404, 503] });
    }
    const traced = {
      traceparent: payload,
      'user-agent': payload,
      referer: payload,
      cookie: payload,
      'x-forwarded-for': payload,
    };
    await attacker.strike({
      what: `${payload} in other headers`,
      path: `/v1/orders/${number}`,
      headers: traced,
      allowed: [401],
    });
    const callback = `/callbacks/ramp/${encodeURIComponent(payload)}`;
    await attacker.strike({
      what: `${payload} as a callback`,
      method: 'POST',
      path: callback,
      body: payload,
      allowed: [404],
    });
    const checkout = { method: 'POST', path: '/v1/checkouts', body: { ...checkoutBody(), merchantOrderNo: null } };
    const headers = { ...guest(), 'idempotency-key': payload };
    // A longer one may hold as many random bits as a key must.
    const what = `${payload} as the key of a request`;
    const reply = await attacker.strike({
      what,
      ...checkout,
      headers,
      allowed: payload.length < 24 ? [400] : [201, 400],
    });
    if (reply.status === 201) attacker.tour.granted.add(String(reply.body['merchantOrderNo']));
  }
}

/** A valid request of a route, except for the attacked field. */
function baseOf(path: string, schema: Schema): Schema {
  if (path === '/v1/checkouts') return checkoutBody({ address: newAddress() });
  if (path === '/v1/quotes') {
    return { side: 'BUY', crypto: 'USDT', network: 'ETH', fiat: 'USD', country: 'US', amount: '100' };
  }
  // Of a currency that no honest customer pays with.
  if (path === '/v1/admin/pauses') return { fiat: 'ISK', reason: 'it fails' };
  if (path === '/v1/sell-orders') return { merchantOrderNo: newNumber() };
  if (path.endsWith('/retry')) return {};
  return exampleOf(schema);
}

function exampleOf(schema: Schema): Schema {
  const required = (schema['required'] ?? []) as string[];
  const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
  return Object.fromEntries(
    required.map((name) => {
      const { examples, enum: words, type } = properties[name] ?? {};
      const [example] = (examples ?? []) as unknown[];
      const [word] = (words ?? []) as unknown[];
      return [name, example ?? word ?? (type === 'integer' || type === 'number' ? 1 : 'a text of mine')];
    }),
  );
}

function placed(base: Schema, [name = '', ...rest]: readonly string[], payload: string): Schema {
  if (rest.length === 0) return { ...base, [name]: payload };
  // Other fields of the inner object are omitted; they are attacked too.
  const inner = (base[name] ?? {}) as Schema;
  return { ...base, [name]: placed(inner, rest, payload) };
}

/** Every parameter and every string field of every route that the document describes. */
function entrancesOf(document: Schema): Entrance[] {
  const resolve = (schema: Schema | undefined): Schema => {
    const { $ref, anyOf } = schema ?? {};
    if (typeof $ref === 'string') {
      const found = $ref
        .split('/')
        .slice(1)
        .reduce<unknown>((value, part) => (value as Schema | undefined)?.[part], document);
      return resolve(found as Schema | undefined);
    }
    // One that may be null: the other kind is the first.
    const [first] = (anyOf ?? []) as Schema[];
    return first === undefined ? (schema ?? {}) : resolve(first);
  };
  const fields = (schema: Schema, before: readonly string[] = []): string[][] =>
    Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
      const inner = resolve(field);
      const path = [...before, name];
      return inner['properties'] === undefined || before.length > 3 ? [path] : fields(inner, path);
    });
  const routes = Object.entries((document['paths'] ?? {}) as Record<string, Record<string, Schema>>);
  return routes.flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([verb, operation]) => {
      const method = verb.toUpperCase();
      const content = ((operation['requestBody'] as Schema | undefined)?.['content'] ?? {}) as Record<string, Schema>;
      const body =
        content['application/json'] === undefined ? null : resolve(content['application/json']['schema'] as Schema);
      const parameters = ((operation['parameters'] ?? []) as Schema[]).map((one) => ({
        method,
        path,
        body,
        place: String(one['in']) as Entrance['place'],
        name: [String(one['name'])],
      }));
      const inBody =
        body === null ? [] : fields(body).map((name) => ({ method, path, body, place: 'body' as const, name }));
      return [...parameters, ...inBody];
    }),
  );
}
