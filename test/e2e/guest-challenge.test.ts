import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRampCheckout, newIdempotencyKey } from '#client/src/index.js';
import type { CheckoutRequest } from '#client/src/index.js';
import { answerJson, FakeServer } from '#tools/fakes/server.mjs';
import { CHALLENGE_SECRET, startVerifier } from '../support/challenge-verifier.js';
import type { ChallengeVerifier } from '../support/challenge-verifier.js';
import { IdentityProvider } from '../support/identity-provider.js';
import { readMetrics, total } from '../support/promtool.js';
import { checkoutBody, expectProblem, Service } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { startWorld } from '../support/service-world.js';
import type { World } from '../support/service-world.js';
import { createKey } from '../support/made-key.js';

const GUESTS = { AUTH: 'required', AUTH_GUESTS: 'true', TRUSTED_PROXIES: 'loopback' };

let verifier: ChallengeVerifier;
let identity: IdentityProvider;
let world: World;
beforeAll(async () => {
  [verifier, identity] = await Promise.all([startVerifier(), IdentityProvider.start()]);
  world = await startWorld({ ...GUESTS, ...identity.settings, ...verifier.settings }, {}, 'process');
});
afterAll(async () => {
  await world.close();
  await Promise.all([verifier.close(), identity.close()]);
});
beforeEach(() => {
  verifier.answering = null;
});

function beside(env: Readonly<Record<string, string>>): Promise<Service> {
  const { databaseUrl, sandbox } = world;
  return Service.start({ databaseUrl, rampUrl: sandbox.url, env: { ...GUESTS, ...verifier.settings, ...env } });
}

interface Sent {
  readonly response?: string;
  readonly key?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

function guest({ response, key = randomUUID(), body = {} }: Sent): Promise<Answer> {
  return world.service.checkout(
    { ...checkoutBody(), merchantOrderNo: undefined, ...body },
    {
      'idempotency-key': key,
      'x-forwarded-for': '203.0.113.9',
      ...(response === undefined ? {} : { 'x-challenge-response': response }),
    },
  );
}

/** Calls of the verifier and creates at the provider while `work` ran. */
async function spent<T>(work: () => Promise<T>): Promise<{ asked: number; creates: number; value: T }> {
  const [before, mark] = [verifier.asked.length, await world.sandbox.mark()];
  const value = await work();
  return { asked: verifier.asked.length - before, creates: (await world.sandbox.calls('create', mark)).length, value };
}

describe('a guest who has to solve a challenge', () => {
  it('checks out with its response, which the verifier is asked about in the form that they share', async () => {
    const response = verifier.solve();
    const answer = await guest({ response });
    expect(answer.status, answer.text).toBe(201);
    const { form, headers } = verifier.asked.at(-1)!;
    expect(form).toEqual({ secret: CHALLENGE_SECRET, response, remoteip: '203.0.113.9' });
    expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded\b/);
  });

  it('gets nothing without one, nor with one that nobody gives, and nobody is asked', async () => {
    const odd = ['', 'x'.repeat(4097), 'a b', "<script>alert('1')</script>", 'a&secret=mine', 'a, b'];
    const { asked, creates } = await spent(async () => {
      for (const response of [undefined, ...odd]) {
        const answer = await guest(response === undefined ? {} : { response });
        expectProblem(answer, 403, 'challenge_required');
      }
    });
    expect({ asked, creates }).toEqual({ asked: 0, creates: 0 });
  });

  it('gets nothing with a response that the verifier refuses, or that was used', async () => {
    const used = verifier.solve();
    expect((await guest({ response: used })).status).toBe(201);
    const { asked, creates } = await spent(async () => {
      for (const response of ['made-up', used]) expectProblem(await guest({ response }), 403, 'challenge_required');
    });
    expect({ asked, creates }).toEqual({ asked: 2, creates: 0 });
  });

  it('uses no response up with a checkout that is wrong anyway', async () => {
    const response = verifier.solve();
    const { asked } = await spent(() => guest({ response, body: { address: '0x1' } }));
    expect(asked).toBe(0);
    expect((await guest({ response })).status).toBe(201);
  });

  it('makes one order of one response, however many are sent at once', async () => {
    const response = verifier.solve();
    const answers = await Promise.all(Array.from({ length: 5 }, () => guest({ response })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403, 403]);
  });
});

describe('a repeat', () => {
  it('of a checkout whose order is there needs no response, and the used one does not harm', async () => {
    const key = randomUUID();
    const response = verifier.solve();
    const first = await guest({ key, response });
    const { asked, creates, value } = await spent(async () => [await guest({ key }), await guest({ key, response })]);
    expect([first, ...value].map(({ status }) => status)).toEqual([201, 200, 200]);
    expect(new Set([first, ...value].map(({ body }) => body['merchantOrderNo'])).size).toBe(1);
    expect({ asked, creates }).toEqual({ asked: 0, creates: 0 });
  });

  it('goes on while nobody verifies anything', async () => {
    const key = randomUUID();
    const response = verifier.solve();
    await guest({ key, response });
    verifier.answering = (answer) => void answer.writeHead(500).end();
    expect((await guest({ key, response })).status).toBe(200);
  });

  it('of an order that was refused makes its next trade without another one', async () => {
    const key = randomUUID();
    await world.sandbox.fault({
      endpoint: 'create',
      act: 'answer',
      returnCode: '3106',
      returnMsg: 'at risk',
      times: 1,
    });
    const first = await guest({ key, response: verifier.solve() });
    expectProblem(first, 422, 'address_at_risk');
    expect((await guest({ key })).status).toBe(201);
  });

  it('of a checkout that made nothing comes with a new one and the same key', async () => {
    const ramp = createRampCheckout({ baseUrl: world.service.url });
    const wish = { ...checkoutBody(), merchantOrderNo: undefined } as unknown as CheckoutRequest;
    const idempotencyKey = newIdempotencyKey();
    const made = (response: string) => ramp.checkout(wish, { idempotencyKey, challengeResponse: response });
    await expect(made('made-up')).rejects.toMatchObject({ code: 'challenge_required' });
    const order = await made(verifier.solve());
    expect((await made('made-up')).merchantOrderNo).toBe(order.merchantOrderNo);
  });
});

describe('nobody else', () => {
  it('is asked for one: neither servers nor customers with a login', async () => {
    const { key } = await createKey(world.databaseUrl, 'checkout', 'shop');
    const token = await identity.token({ sub: 'customer-1' });
    const { asked, value } = await spent(async () => [
      await world.service.checkout(checkoutBody(), { 'x-api-key': key }),
      await world.service.checkout(checkoutBody(), { authorization: `Bearer ${token}` }),
    ]);
    expect(value.map(({ status }) => status)).toEqual([201, 201]);
    expect(asked).toBe(0);
  });

  it('is asked for one by AUTH=none', async () => {
    const { service } = await world.another({ ...verifier.settings, AUTH: 'none' });
    expect((await service.checkout(checkoutBody())).status).toBe(201);
  });
});

describe('a verifier that cannot say', () => {
  /** Accepts every token, so a followed redirect would let guests in. */
  let other: FakeServer;
  beforeAll(async () => {
    other = await FakeServer.start();
    other.answersWith({ success: true });
  });
  afterAll(() => other.close());

  const yes = JSON.stringify({ success: true });
  const WAYS: Readonly<Record<string, (response: ServerResponse) => void>> = {
    hangs: () => undefined,
    'hangs in the middle': (response) => void response.writeHead(200).write(yes),
    'answers 500 with a yes': (response) => answerJson(response, { success: true }, 500),
    'answers 429': (response) => void response.writeHead(429).end('slow down'),
    'answers garbage': (response) => void response.end('<html>success: true'),
    'answers a yes that is a word': (response) => answerJson(response, { success: 'true' }),
    'answers null': (response) => void response.end('null'),
    'answers 10 MB': (response) => void response.end(`${yes}${' '.repeat(10 * 1024 * 1024)}`),
    'breaks off': (response) => void response.destroy(),
    redirects: (response) => void response.writeHead(307, { location: other.url }).end(),
    'does not know the service': (response) =>
      answerJson(response, { success: false, 'error-codes': ['invalid-input-secret'] }),
  };

  it.each(Object.keys(WAYS))('because it %s lets nobody in', async (way) => {
    verifier.answering = WAYS[way]!;
    const began = performance.now();
    const refused = await guest({ response: verifier.solve() });
    expectProblem(refused, 503, 'unavailable');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(other.received.length).toBe(0);
  });

  it('is not one that refuses with a 400', async () => {
    verifier.answering = (response) => answerJson(response, { success: false, 'error-codes': ['bad-request'] }, 400);
    expectProblem(await guest({ response: 'made-up' }), 403, 'challenge_required');
  });

  // On a busy machine the first may end before all have come.
  it(
    'is asked by no more than eight of a block at once, and one too many is not let in by it',
    { retry: 4 },
    async () => {
      const held: ServerResponse[] = [];
      verifier.answering = (response) => void held.push(response);
      const answers = Array.from({ length: 70 }, () => guest({ response: 'made-up' }));
      const first = await Promise.race(answers);
      expectProblem(first, 503, 'unavailable');
      // All of them come from one block of addresses.
      expect(held.length).toBeLessThanOrEqual(8);
      for (const response of held) answerJson(response, { success: false });
      verifier.answering = null;
      const statuses = (await Promise.all(answers)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 201)).toEqual([]);
      expect(statuses.filter((status) => status === 403).length).toBeGreaterThan(0);
    },
  );

  it('is told of in the log, and counted', async () => {
    verifier.answering = WAYS['does not know the service']!;
    await guest({ response: verifier.solve() });
    verifier.answering = null;
    expect((await guest({ response: verifier.solve() })).status).toBe(201);
    const log = world.service.program.output();
    expect(log).toMatch(/"event":"task_failing".*"guest_challenges"/);
    expect(log).toMatch(/"event":"task_recovered".*"guest_challenges"/);
    const { samples } = readMetrics(await world.service.metrics());
    for (const result of ['passed', 'refused', 'unverified']) {
      expect(total(samples, 'ramp_checkout_guest_challenges_total', { result }), result).toBeGreaterThan(0);
    }
  });
});

it('is a security event when it was refused, without the response, which stands in no log', async () => {
  const response = 'planted-made-up-response';
  await guest({ response });
  const { samples } = readMetrics(await world.service.metrics());
  expect(total(samples, 'ramp_checkout_security_events_total', { event: 'guest_challenge_failed' })).toBeGreaterThan(0);
  const log = world.service.program.output();
  expect(log).toMatch(/"event":"guest_challenge_failed".*"reason":"/);
  for (const secret of [response, CHALLENGE_SECRET, ...verifier.asked.map(({ form }) => form['response']!)]) {
    expect(log).not.toContain(secret);
  }
});

it('a page of another origin may send it', async () => {
  const service = await beside({ CORS_ORIGINS: 'https://shop.example', ROLES: 'api' });
  const { headers } = await service.request('OPTIONS', '/v1/checkouts', {
    headers: { origin: 'https://shop.example', 'access-control-request-method': 'POST' },
  });
  await service.stop();
  expect(headers.get('access-control-allow-headers')).toMatch(/\bX-Challenge-Response\b/);
});
