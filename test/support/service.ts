import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { asServiceRole } from './database.js';
import { startHosted } from './hosted.js';
import { builtProgram, startProgram } from './programs.js';
import type { Program } from './programs.js';
import { CREDENTIALS } from './sandbox-client.js';
import { serviceKey } from './service-keys.js';

/** 32 bytes that every test knows, so that it can derive the service's keys by itself. */
export const SERVICE_KEY = serviceKey('planted service key');

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body; an empty object when it is not JSON. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** An order as the contract shows it, as far as tests read it by name. */
export type OrderBody = Readonly<Record<string, unknown>> & {
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly version: number;
  readonly payUrl: string | null;
  readonly inReview: boolean;
  readonly clientSecret?: string | null;
  readonly trades: readonly {
    readonly merchantOrderNo: string;
    readonly orderNo: string | null;
    readonly status: string;
    readonly superseded: boolean;
  }[];
};

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly rampUrl: string;
  /** Goes over the settings of tests; an empty value counts as not set. */
  readonly env?: Readonly<Record<string, string>>;
  /** 0: a free one. */
  readonly port?: number;
  /** As a process of its own, for a test of what it writes, of signals, of its end. */
  readonly process?: boolean;
}

/** The built service, and how a frontend talks to it. */
export class Service {
  readonly #program: Program | null;

  private constructor(
    readonly url: string,
    readonly port: number,
    program: Program | null,
    readonly stop: () => Promise<void>,
  ) {
    this.#program = program;
  }

  /** Resolves when it answers; with a database that is away it answers too, but is not ready. */
  static async start(options: ServiceOptions): Promise<Service> {
    for (let attempt = 1; ; attempt++) {
      const port = options.port ?? (await freePort());
      try {
        return await Service.#startAt(port, options);
      } catch (error) {
        // Somebody else took the port between our look and the service's start; for a connection of his he soon gives it back.
        if (attempt === START_ATTEMPTS || !String(error).includes('EADDRINUSE')) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }

  static async #startAt(port: number, options: ServiceOptions): Promise<Service> {
    const url = `http://127.0.0.1:${port}`;
    const environment = serviceEnvironment(options, port);
    // Node reads its own settings where a process begins.
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

  /** The metrics as they are now: an answer is kept for a second. */
  async metrics(): Promise<string> {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return (await this.get('/metrics')).text;
  }

  post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const json = { 'content-type': 'application/json', ...headers };
    return this.request('POST', path, { body: JSON.stringify(body), headers: json });
  }

  checkout(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.post('/v1/checkouts', body, headers);
  }

  /** A checkout by a client that asks again when the service is too busy, or finds no place at the provider in time. */
  insist(body: unknown, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return until('an answer', async () => {
      const answer = await this.checkout(body, headers);
      return !['unavailable', 'ramp_unavailable'].includes(String(answer.body['code'])) && answer;
    });
  }

  /** Makes an order that has to work, and gives it with the address where its customer pays. */
  async order(body: unknown): Promise<OrderBody & { readonly payUrl: string }> {
    const answer = await this.insist(body);
    if (![201, 202].includes(answer.status)) throw new Error(`a checkout: ${answer.status} ${answer.text}`);
    const made = orderOf(answer);
    // On a busy machine it may not be made within the deadline.
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

  /** Reads an order as its owner; reading is a hint too. */
  async read(merchantOrderNo: string): Promise<OrderBody> {
    const answer = await this.get(`/v1/orders/${merchantOrderNo}`);
    if (answer.status !== 200) throw new Error(`reading ${merchantOrderNo}: ${answer.status} ${answer.text}`);
    return orderOf(answer);
  }
}

const GUEST_LIMITS = [
  ...['GUEST_CHECKOUTS_PER_MINUTE', 'GUEST_CHECKOUTS_PER_MINUTE_OF_BLOCK'],
  ...['GUEST_UNPAID_ORDERS', 'GUEST_UNPAID_ORDERS_OF_BLOCK'],
];

/** Settings that make a service of tests quick; every one is the contract's. */
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
    // As the simulator answers by default.
    RAMP_NOT_FOUND: 'null',
    AUTH: 'none',
    SERVICE_KEY,
    REDIRECT_ORIGINS: 'https://shop.example,myapp:',
    RECONCILE_INTERVAL_MS: '250',
    RECONCILE_FIRST_DELAY_MS: '300',
    HINT_FLOOR_MS: '100',
    DRAIN_MS: '0',
    // Without a port of their own, tests read metrics and the document where everything is.
    ...(env['ADMIN_PORT'] === undefined ? { OPERATOR_ROUTES: 'public' } : {}),
    // All guests of tests have the addresses of one machine.
    ...Object.fromEntries(GUEST_LIMITS.map((name) => [name, '0'])),
    // Where the machine stands must not matter.
    TZ: 'Pacific/Chatham',
    ...env,
  };
}

const START_ATTEMPTS = 40;

/** Starting takes a second, and a minute on a machine that does twenty things at once. */
const START_MS = 120_000;

/** Whoever answers may be another service that took the port in between: only its own word tells that it is this one. */
async function answersSoon(url: string, program: Program, logLevel = 'info'): Promise<boolean> {
  const speaks = ['info', 'debug', 'trace'].includes(logLevel);
  const until = performance.now() + START_MS;
  while (program.isRunning() && performance.now() < until) {
    const answer = await fetch(`${url}/health/live`).catch(() => null);
    if (answer?.status === 200 && (!speaks || program.output().includes('"event":"listening"'))) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
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

/** A number that no other test uses. */
export const newNumber = (): string => `N-${randomUUID().slice(0, 18)}`;

/** A valid checkout with a number of its own; a test names only what matters to it. */
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

/** Is this the problem that the contract promises, in the form that it promises? Gives its body. */
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

/**
 * Polls until `look` gives something other than null, false or undefined; fails with `what` when it never does. The
 * patience is long: how quickly a busy machine gets there is nothing that a test should say.
 */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | false | undefined>,
  patienceMs = 90_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  // What does not come soon is asked for less often: a look costs the service as much as real work does.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.5, 150)) {
    const found = await look();
    if (found !== null && found !== false && found !== undefined) return found;
    if (performance.now() > end) throw new Error(`did not come within ${patienceMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
