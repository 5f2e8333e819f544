import { beforeAll, expect, it } from 'vitest';
import { everyRoute } from '../support/every-route.js';
import type { RouteRequest } from '../support/every-route.js';
import { createKey } from '../support/made-key.js';
import { operationsOf } from '../support/openapi/document.js';
import type { ApiDocument } from '../support/openapi/document.js';
import { holdAgainstDocument } from '../support/openapi/held-answers.js';
import type { HeldAnswers } from '../support/openapi/held-answers.js';
import { checkoutBody, newNumber, orderOf } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { useWorld } from '../support/service-world.js';

type Json = Readonly<Record<string, unknown>>;
type Key = 'admin' | 'checkout';

const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e300,
  '',
  ' ',
  '0',
  [],
  [null],
  {},
  { a: null },
  'x'.repeat(10_000),
  '\u0000',
  '\ud800',
  'ſ',
  '../..',
  '%',
  "'",
  '1e9',
  '2026-02-30T00:00:00Z',
];
const AT_ONCE = 8;
const CALLS = 10_000;
/** Bodies that are taken; for others, the document's example is. */
const GOOD: Readonly<Record<string, () => Json>> = {
  'POST /v1/checkouts': () => ({ ...checkoutBody(), memo: null, customer: { id: 'c-1', email: 'jane@example.com' } }),
  'POST /v1/checkout-links': () => ({
    merchantOrderNo: newNumber(),
    fiat: 'USD',
    memo: '1',
    redirectUrl: '',
    expiresIn: 60,
  }),
  'POST /v1/sell-orders': () => ({ merchantOrderNo: newNumber(), customer: { id: 'c-1', email: 'jane@example.com' } }),
  'POST /v1/orders/{merchantOrderNo}/retry': () => ({ payWayCode: null, after: null, quote: null }),
  'POST /v1/admin/forget': () => ({ email: 'nobody@example.com', dryRun: false, force: false }),
};
const PATIENCE_MS = 900_000;
const QUIET = { ROLES: 'api', AUTH: 'required', RATE_LIMIT_ADDRESS_RPS: '0', RATE_LIMIT_KEY_RPS: '0' };

const world = useWorld(QUIET);
let held: HeldAnswers;
let document: ApiDocument;
let requests: readonly RouteRequest[];
const keys = {} as Record<Key, string>;

beforeAll(async () => {
  held = await holdAgainstDocument(world.service);
  for (const role of ['admin', 'checkout'] as const) keys[role] = (await createKey(world.databaseUrl, role, role)).key;
  document = (await world.service.get('/openapi.json')).body as unknown as ApiDocument;
  const make = (path: string, body: Json): Promise<Answer> => send({ route: '', method: 'POST', path, body });
  const { merchantOrderNo } = orderOf(await make('/v1/checkouts', checkoutBody()));
  const endpoint = await make('/v1/admin/webhooks', { url: 'https://shop.example/hook', events: ['*'] });
  const victim = await make('/v1/admin/keys', { name: 'victim', role: 'support' });
  requests = everyRoute(document, { merchantOrderNo, id: 'x' }).map((request) => ({
    ...request,
    path: request.path.replace('/x', `/${String((request.path.includes('/keys') ? victim : endpoint).body['id'])}`),
    body: GOOD[request.route]?.() ?? request.body,
  }));
}, PATIENCE_MS);

function send({ method, path, body }: RouteRequest): Promise<Answer> {
  const key = keys[/^\/v1\/(?!admin)/.test(path) ? 'checkout' : 'admin'];
  const headers = { 'content-type': 'application/json', 'x-api-key': key };
  return world.service.request(method, path, { headers, ...(body === null ? {} : { body: JSON.stringify(body) }) });
}

/** Each field of a body, and of the objects in it. */
function fieldsOf(body: Json, at: readonly string[] = []): (readonly string[])[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[...at, name], ...(isObject ? fieldsOf(value as Json, [...at, name]) : [])];
  });
}

function withField(body: Json, [name = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = body[name];
  const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
  return { ...body, [name]: rest.length === 0 || !isObject ? value : withField(inner as Json, rest, value) };
}

const oddBodies = (from: readonly RouteRequest[]): RouteRequest[] =>
  from.flatMap((request) =>
    fieldsOf(request.body ?? {}).flatMap((at) =>
      VALUES.map((value) => ({ ...request, body: withField(request.body ?? {}, at, value) })),
    ),
  );

const oddQueries = (): RouteRequest[] =>
  operationsOf(document).flatMap(({ operation }, place) => {
    const request = requests[place];
    const names = (operation.parameters ?? []).filter((one) => one['in'] === 'query').map((one) => String(one['name']));
    if (request === undefined) return [];
    const [path] = request.path.split('?');
    return names.flatMap((name) =>
      VALUES.filter((value) => typeof value === 'string' && value.length < 1000).map((value) => ({
        ...request,
        path: `${path}?${new URLSearchParams({ [name]: String(value) }).toString()}`,
      })),
    );
  });

/** What is wrong with the answers: a fault of ours, or a body that was taken though the document refuses it. */
async function faultsOf(sent: readonly RouteRequest[]): Promise<string[]> {
  const faults = new Set<string>();
  const queue = [...sent];
  const one = async (): Promise<void> => {
    for (let request = queue.pop(); request !== undefined; request = queue.pop()) {
      const told = `${request.route} ${JSON.stringify(request.body).slice(0, 300)} ${request.path.slice(0, 200)}`;
      const answer = await send(request).catch((error: unknown) => String(error));
      if (typeof answer === 'string') faults.add(`${told}: ${answer.slice(0, 500)}`);
      else if (answer.status === 500) faults.add(`${told}: 500`);
      else if (answer.status < 300 && request.body !== null) {
        const [method = '', template = ''] = request.route.split(' ');
        const fault = held.faultOfRequest(template, method, request.body);
        if (fault !== null) faults.add(`${told}: ${answer.status}, and by the document ${fault}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return [...faults];
}

it(
  'never answers 500, nor otherwise than documented, and takes no body that the document refuses',
  async () => {
    const one = [...oddBodies(requests), ...oddQueries()];
    // Two odd fields each.
    const two = oddBodies(one.filter(({ body }) => JSON.stringify(body).length < 1000));
    const every = Math.ceil(two.length / (CALLS - one.length));
    const sent = one.concat(two.filter((_, place) => place % every === 0));
    expect(sent.length).toBeGreaterThan(CALLS * 0.8);
    expect(await faultsOf(sent)).toEqual([]);
  },
  PATIENCE_MS,
);
