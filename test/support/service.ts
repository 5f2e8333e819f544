import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { asServiceRole } from './database.js';
import { startHosted } from './hosted.js';
import { builtProgram, startProgram } from './programs.js';
import type { Program } from './programs.js';
import { CREDENTIALS } from './sandbox-client.js';
import { serviceKey } from './service-keys.js';

/** 32 known bytes, so that tests can derive the service's keys. */
export const SERVICE_KEY = serviceKey('planted service key');

/** The secrets of a deployment. `databaseUrl`: of the owner, who migrates. */
export const deploymentSecrets = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: asServiceRole(databaseUrl),
  DATABASE_MIGRATE_URL: databaseUrl,
  SERVICE_KEY,
  RAMP_APP_SECRET: CREDENTIALS.appSecret,
  RAMP_ACCESS_TOKEN: CREDENTIALS.accessToken,
});

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** An empty object if the body is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

export type OrderBody = Readonly<Record<string, unknown>> & {
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly version: number;
  readonly payUrl: string | null;
  readonly inReview: boolean;
  readonly clientSecret?: string | null;
  readonly trades: readonly {
    readonly tradeNo: string;
    readonly orderNo: string | null;
    readonly status: string;
    readonly current: boolean;
  }[];
};

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly rampUrl: string;
  /** Overrides the tests' settings; an empty value counts as not set. */
  readonly env?: Readonly<Record<string, string>>;
  /** 0: a free port. */
  readonly port?: number;
  /** As its own process, for tests of output, signals and exit. */
  readonly process?: boolean;
}

/** The built service, with a frontend's calls. */
export class Service {
  readonly #program: Program | null;
  #metricsAt = Number.NEGATIVE_INFINITY;

  private constructor(
    readonly url: string,
    readonly port: number,
    program: Program | null,
    readonly stop: () => Promise<void>,
  ) {
    this.#program = program;
  }

  /** Resolves at the first response; without its database the service responds but is not ready. */
  static async start(options: ServiceOptions): Promise<Service> {
    for (let attempt = 1; ; attempt++) {
      const port = options.port ?? (await freePort());
      try {
        return await Service.#startAt(port, options);
      } catch (error) {
        // Another process took the port meanwhile; an outgoing connection soon releases it.
        if (attempt === START_ATTEMPTS || !String(error).includes('EADDRINUSE')) throw error;
        await sleep(500);
      }
    }
  }

  static async #startAt(port: number, options: ServiceOptions): Promise<Service> {
    const url = `http://127.0.0.1:${port}`;
    const environment = serviceEnvironment(options, port);
    // Node reads its own settings at process start.
    const isNode = Object.keys(environment).some((name) => name.startsWith('NODE_'));
    if (options.process !== true && !isNode) {
      const { stop } = await startHosted('src/start.js', 'startService', environment);
      return new Service(url, port, null, stop);
    }
    const program = startProgram('service', builtProgram('src/main.js'), environment);
    if (!(await answersSoon(url, program, environment['LOG_LEVEL'])))
      throw new Error(`the service ended before it answered:\n${program.output()}`);
    return new Service(url, port, program, async () => void (await program.stop()));
  }

  get program(): Program {
    if (this.#program === null) throw new Error('this service shares a process: start it with `process: true`');
    return this.#program;
  }

  async request(method: string, path: string, init: Omit<RequestInit, 'method'> = {}): Promise<Answer> {
    const answer = await fetch(`${this.url}${path}`, { redirect: 'manual', ...init, method });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: jsonOf(text) };
  }

  get(path: string): Promise<Answer> {
    return this.request('GET', path);
  }

  /** Current metrics: the service reuses a response for a second, so wait until the last one is older. */
  async metrics(): Promise<string> {
    await sleep(Math.max(0, this.#metricsAt + METRICS_KEPT_MS - performance.now()));
    const { text } = await this.get('/metrics');
    this.#metricsAt = performance.now();
    return text;
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const json = { 'content-type': 'application/json', ...headers };
    return this.request('POST', path, { body: JSON.stringify(body), headers: json });
  }

  checkout(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.post('/v1/checkouts', body, headers);
  }

  /** A checkout by a client that retries while the service or its rate at the provider is busy. */
  insist(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return until('an answer', async () => {
      const answer = await this.checkout(body, headers);
      return !['unavailable', 'ramp_unavailable'].includes(String(answer.body['code'])) && answer;
    });
  }

  /** Makes an order that must succeed. */
  async order(body: unknown): Promise<OrderBody & { readonly payUrl: string }> {
    const answer = await this.insist(body);
    if (![201, 202].includes(answer.status)) throw new Error(`a checkout: ${answer.status} ${answer.text}`);
    const made = orderOf(answer);
    // A busy machine may exceed the deadline.
    const order = made.payUrl === null ? await this.#untilPayable(made.merchantOrderNo) : made;
    if (order.payUrl === null) throw new Error(`a checkout: ${answer.status} ${answer.text}`);
    return { ...order, payUrl: order.payUrl };
  }

  #untilPayable(merchantOrderNo: string): Promise<OrderBody> {
    return until('a payUrl', async () => {
      const order = await this.read(merchantOrderNo);
      return order.payUrl !== null && order;
    });
  }

  /** Reads an order as its owner, which also requests a poll. */
  async read(merchantOrderNo: string): Promise<OrderBody> {
    const answer = await this.get(`/v1/orders/${merchantOrderNo}`);
    if (answer.status !== 200) throw new Error(`reading ${merchantOrderNo}: ${answer.status} ${answer.text}`);
    return orderOf(answer);
  }
}

const GUEST_LIMITS = ['GUEST_CHECKOUTS_PER_MINUTE', 'GUEST_UNPAID_ORDERS'];

/** Fast settings for tests, all within the contract. */
export function serviceEnvironment(
  { databaseUrl, rampUrl, env = {} }: ServiceOptions,
  port: number,
): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: asServiceRole(databaseUrl),
    RAMP_BASE_URL: rampUrl,
    RAMP_APP_ID: CREDENTIALS.appId,
    RAMP_APP_SECRET: CREDENTIALS.appSecret,
    RAMP_ACCESS_TOKEN: CREDENTIALS.accessToken,
    RAMP_MAX_RPS: '500',
    // The simulator's default.
    RAMP_NOT_FOUND: 'null',
    AUTH: 'none',
    SERVICE_KEY,
    REDIRECT_ORIGINS: 'https://shop.example,myapp:',
    RECONCILE_INTERVAL_MS: '250',
    RECONCILE_FIRST_DELAY_MS: '300',
    HINT_FLOOR_MS: '100',
    DRAIN_MS: '0',
    // Without an own port, metrics and document are served with everything else.
    ...(env['ADMIN_PORT'] === undefined ? { OPERATOR_ROUTES: 'public' } : {}),
    // All guests of tests share one address.
    ...Object.fromEntries(GUEST_LIMITS.map((name) => [name, '0'])),
    // Must not depend on the machine's time zone.
    TZ: 'Pacific/Chatham',
    ...env,
  };
}

const START_ATTEMPTS = 40;

/** The service's second, and a margin: a timer may fire a millisecond early. */
const METRICS_KEPT_MS = 1010;

/** A start takes a second, and a minute on a very busy machine. */
const START_MS = 120_000;

/** Another service may have taken the port, so also wait for this one's log line. */
async function answersSoon(url: string, program: Program, logLevel = 'info'): Promise<boolean> {
  const speaks = ['info', 'debug', 'trace'].includes(logLevel);
  const until = performance.now() + START_MS;
  while (program.isRunning() && performance.now() < until) {
    const answer = await fetch(`${url}/health/live`).catch(() => null);
    if (answer?.status === 200 && (!speaks || program.output().includes('"event":"listening"'))) return true;
    await sleep(50);
  }
  if (program.isRunning()) await program.kill();
  return false;
}

function jsonOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

export const orderOf = (answer: Answer): OrderBody => answer.body as OrderBody;

export const newNumber = (): string => `N-${randomUUID().slice(0, 18)}`;

/** A valid checkout with a unique number. */
export function checkoutBody(given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    merchantOrderNo: newNumber(),
    fiat: 'USD',
    amount: '100.00',
    crypto: 'USDT',
    network: 'ETH',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    payWayCode: '10001',
    country: 'US',
    ...given,
  };
}

/** A valid checkout and its number. */
export function newCheckout(given: Readonly<Record<string, unknown>> = {}): {
  body: Record<string, unknown>;
  number: string;
} {
  const body = checkoutBody(given);
  return { body, number: String(body['merchantOrderNo']) };
}

/** Checks the problem's form and returns its body. */
export function expectProblem(answer: Answer, status: number, code: string): Readonly<Record<string, unknown>> {
  expect({ status: answer.status, code: answer.body['code'] }, answer.text).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json(;|$)/);
  const { type, title, detail, traceId } = answer.body;
  expect(answer.body['status']).toBe(status);
  for (const text of [type, title, detail]) expect(text).toEqual(expect.stringMatching(/./));
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(answer.headers.get('x-request-id')).toBe(traceId);
  return answer.body;
}

/** Expects a 400 and returns the fields that it names. */
export function wrongFields(answer: Answer): string[] {
  const { errors } = expectProblem(answer, 400, 'invalid_request') as {
    errors: { field: string; message: string }[];
  };
  return errors.map(({ field, message }) => {
    expect(message).toMatch(/./);
    return field;
  });
}

/**
 * Polls until `look` returns something other than null, false or undefined; fails with `what`. The timeout is long, since
 * tests do not measure a busy machine's speed.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false | undefined>,
  patienceMs = 90_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  // Backs off, because a look costs the service as much as real work.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
    const found = await look();
    if (found !== null && found !== false && found !== undefined) return found;
    if (performance.now() > end) throw new Error(`did not come within ${patienceMs} ms: ${what}`);
    await sleep(pauseMs);
  }
}
