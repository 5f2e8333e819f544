import { builtProgram, startProgram } from './programs.js';
import type { Program } from './programs.js';

/** What service and simulator agree on. None of it may show in any output. */
export const CREDENTIALS = {
  appId: 'e2e-app',
  appSecret: 'planted-app-secret-7Qz4',
  accessToken: 'planted-access-token-9Kd2',
} as const;

/** A call to the merchant API, as the simulator's ledger has it. */
export interface SeenCall {
  readonly seq: number;
  readonly at: string;
  readonly kind: 'call';
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | null;
  readonly merchantOrderNo: string | null;
  readonly orderNo: string | null;
  readonly acted: boolean;
  readonly outcome: string;
  readonly returnCode: string | null;
}

/** A callback that the simulator sent. */
export interface SentCallback {
  readonly seq: number;
  readonly kind: 'callback';
  readonly url: string;
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly reply: string | null;
}

export interface ProviderOrder {
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly payUrl: string;
  readonly record: Readonly<Record<string, string>>;
}

export interface FaultOrder {
  readonly endpoint: 'create' | 'query' | 'quote' | 'list' | 'any';
  readonly act: string;
  readonly merchantOrderNo?: string;
  readonly times?: number;
  readonly ms?: number;
  readonly code?: number;
  readonly body?: unknown;
  readonly returnCode?: string;
  readonly returnMsg?: string;
  readonly http?: number;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** The provider simulator as a process of its own, and its controls. */
export class Sandbox {
  private constructor(
    readonly program: Program,
    readonly url: string,
  ) {}

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
    const program = startProgram('sandbox', builtProgram('sandbox/main.js'), {
      SANDBOX_PORT: '0',
      SANDBOX_APP_ID: CREDENTIALS.appId,
      SANDBOX_APP_SECRET: CREDENTIALS.appSecret,
      SANDBOX_ACCESS_TOKEN: CREDENTIALS.accessToken,
      SANDBOX_PACE_MS: '50',
      ...environment,
    });
    const [, url = ''] = await program.says(/sandbox listening on (\S+)/);
    return new Sandbox(program, url);
  }

  /** Throws when the control refuses: a test that orders nonsense must not pass. */
  async control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}/_control${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} of the sandbox: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async ledger(since = 0): Promise<(SeenCall | SentCallback)[]> {
    const { entries } = await this.control<{ entries: (SeenCall | SentCallback)[] }>('GET', `/ledger?since=${since}`);
    return entries;
  }

  /** The number of the newest entry of the ledger: what comes later is news. */
  async mark(): Promise<number> {
    return (await this.ledger()).at(-1)?.seq ?? 0;
  }

  async calls(endpoint: string, since = 0): Promise<SeenCall[]> {
    const entries = await this.ledger(since);
    return entries.filter((entry): entry is SeenCall => entry.kind === 'call' && entry.endpoint === endpoint);
  }

  /** Creates of an order: of its own number and of its later trades' numbers, in any letter case. */
  async creates(merchantOrderNo: string): Promise<SeenCall[]> {
    const number = merchantOrderNo.toLowerCase();
    return (await this.calls('create')).filter((call) => {
      const seen = call.merchantOrderNo?.toLowerCase() ?? '';
      return seen === number || seen.startsWith(`${number}-r`);
    });
  }

  /** Questions about one trade, by our number or by the provider's. */
  async queries(tradeNo: string, since = 0): Promise<SeenCall[]> {
    return (await this.calls('query', since)).filter((call) => call.merchantOrderNo === tradeNo);
  }

  async callbacks(tradeNo: string): Promise<SentCallback[]> {
    const entries = await this.ledger();
    return entries.filter(
      (entry): entry is SentCallback => entry.kind === 'callback' && entry.merchantOrderNo === tradeNo,
    );
  }

  /** Every order that the provider has under this number. */
  async orders(number: string): Promise<ProviderOrder[]> {
    const { orders } = await this.control<{ orders: ProviderOrder[] }>('GET', '/orders');
    return orders.filter(({ merchantOrderNo, orderNo }) => merchantOrderNo === number || orderNo === number);
  }

  async order(number: string): Promise<ProviderOrder> {
    const [order, second] = await this.orders(number);
    if (order === undefined || second !== undefined) throw new Error(`the provider has not exactly one ${number}`);
    return order;
  }

  fault(...faults: FaultOrder[]): Promise<unknown> {
    return this.control('POST', '/faults', faults);
  }

  /** Moves an order by force; it stays there. `push`: whether a callback tells of it. */
  force(number: string, status: string, fields: Readonly<Record<string, unknown>> = {}, push = true): Promise<unknown> {
    return this.control('POST', `/orders/${number}/status`, { status, fields, push });
  }

  async stop(): Promise<void> {
    await this.program.stop();
  }
}

/**
 * What a browser does at `payUrl`: it loads the page, and sends the form of the button that is pressed. Gives the address
 * to which the page sends the browser next.
 */
export async function pressButton(payUrl: string, button: 'pay' | 'fail' | 'cancel'): Promise<string> {
  const page = await fetch(payUrl);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the pay page: ${page.status}`);
  const action = new RegExp(`<form method="post" action="([^"]+)"><button class="${button}">`).exec(html)?.[1];
  if (action === undefined) throw new Error(`the pay page has no button "${button}":\n${html}`);
  const sent = await fetch(new URL(action, payUrl), { method: 'POST', redirect: 'manual' });
  const next = sent.headers.get('location');
  if (sent.status !== 303 || next === null) throw new Error(`the pay page's form: ${sent.status}`);
  return new URL(next, new URL(action, payUrl)).href;
}
