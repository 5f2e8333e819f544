import { startHosted } from './hosted.js';

/** Shared by service and simulator. Must not appear in any output. */
export const CREDENTIALS = {
  appId: 'e2e-app',
  appSecret: 'planted-app-secret-7Qz4',
  accessToken: 'planted-access-token-9Kd2',
} as const;

/** A call to the merchant API in the simulator's ledger. */
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
  readonly httpStatus: number | null;
  readonly returnCode: string | null;
  readonly fault: string | null;
}

/** A callback that the simulator sent. */
export interface SentCallback {
  readonly seq: number;
  readonly kind: 'callback';
  readonly url: string;
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly attempt: number;
  readonly forged: boolean;
  readonly duplicate: boolean;
  readonly delayedMs: number;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly reply: string | null;
}

export interface ProviderOrder {
  readonly orderNo: string;
  readonly merchantOrderNo: string;
  readonly status: string;
  readonly vanished: boolean;
  /** The next automatic status; null: none. */
  readonly next: string | null;
  readonly payUrl: string;
  readonly history: readonly { readonly status: string; readonly at: string; readonly cause: string }[];
  readonly record: Readonly<Record<string, string>>;
}

export interface FaultOrder {
  readonly endpoint: 'create' | 'query' | 'quote' | 'list' | 'token' | 'any';
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

/** The simulator's counts since its start. */
export interface SandboxSummary {
  readonly orders: number;
  readonly paidOrders: number;
  /** Merchants' numbers with more than one order. */
  readonly doubleCreates: readonly string[];
  /** By endpoint, outcome and returnCode (`none` if absent). */
  readonly calls: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, number>>>>>>;
  /** By endpoint and act. */
  readonly faults: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly callbacks: Readonly<
    Record<
      'sent' | 'answered' | 'failed' | 'dropped' | 'forged' | 'duplicates' | 'delayed' | 'retries' | 'waiting',
      number
    >
  >;
}

type LedgerQuery = Readonly<{
  since?: number;
  limit?: number;
  kind?: 'call' | 'callback';
  endpoint?: string;
  merchantOrderNo?: string;
}>;

/** The provider simulator and its controls. */
export class Sandbox {
  private constructor(
    readonly url: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
    const { url = '', stop } = await startHosted('sandbox/start.js', 'startSandbox', {
      SANDBOX_PORT: '0',
      SANDBOX_APP_ID: CREDENTIALS.appId,
      SANDBOX_APP_SECRET: CREDENTIALS.appSecret,
      SANDBOX_ACCESS_TOKEN: CREDENTIALS.accessToken,
      SANDBOX_PACE_MS: '50',
      ...environment,
    });
    return new Sandbox(url, stop);
  }

  /** Throws if the control refuses, so that an invalid command cannot pass. */
  async control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}/_control${path}`, {
      method,
      // The other side may close a kept connection while a busy machine is about to use it.
      headers: { connection: 'close', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path} of the sandbox: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  private read(query: LedgerQuery): Promise<{ entries: (SeenCall | SentCallback)[]; lastSeq: number }> {
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return this.control('GET', `/ledger?${search.toString()}`);
  }

  async ledger(since = 0): Promise<(SeenCall | SentCallback)[]> {
    return (await this.read({ since })).entries;
  }

  /** The newest ledger number; later entries are new. */
  async mark(): Promise<number> {
    return (await this.read({ limit: 0 })).lastSeq;
  }

  async calls(endpoint: string, since = 0): Promise<SeenCall[]> {
    return (await this.read({ endpoint, since })).entries as SeenCall[];
  }

  summary(): Promise<SandboxSummary> {
    return this.control('GET', '/summary');
  }

  /** Creates of an order's number and its later trades' numbers, ignoring case. */
  async creates(merchantOrderNo: string): Promise<SeenCall[]> {
    const number = merchantOrderNo.toLowerCase();
    return (await this.calls('create')).filter((call) => {
      const seen = call.merchantOrderNo?.toLowerCase() ?? '';
      return seen === number || seen.startsWith(`${number}-r`);
    });
  }

  /** Queries about a trade, by our number or the provider's. */
  async queries(tradeNo: string, since = 0): Promise<SeenCall[]> {
    return (await this.read({ endpoint: 'query', merchantOrderNo: tradeNo, since })).entries as SeenCall[];
  }

  async callbacks(tradeNo: string): Promise<SentCallback[]> {
    return (await this.read({ kind: 'callback', merchantOrderNo: tradeNo })).entries as SentCallback[];
  }

  /** The provider's orders with this number. */
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

  /** Refuses the next create of this number. */
  refuse(merchantOrderNo: string, returnCode: string, returnMsg: string): Promise<unknown> {
    return this.fault({ endpoint: 'create', act: 'answer', merchantOrderNo, returnCode, returnMsg });
  }

  /** Queries no longer find these orders, which continue. */
  vanish(number: string): Promise<unknown> {
    return this.control('POST', `/orders/${number}/vanish`);
  }

  /** Forces a status, which then stays. `push`: with a callback. */
  force(number: string, status: string, fields: Readonly<Record<string, unknown>> = {}, push = true): Promise<unknown> {
    return this.control('POST', `/orders/${number}/status`, { status, fields, push });
  }
}

/** Acts like a browser at `payUrl`: loads the page and submits the button's form. Returns the next address. */
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
