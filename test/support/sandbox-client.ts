import { startHosted } from './hosted.js';

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
  /** The status to which it moves by itself; null: it stays. */
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

/** Seeded chaos; what each part means stands in the simulator's `--help`. */
export interface ChaosOrder {
  readonly seed: number;
  readonly faults?: readonly (Omit<FaultOrder, 'times'> & { readonly rate: number })[];
  readonly callbacks?: {
    readonly drop?: number;
    readonly duplicate?: number;
    readonly delay?: number;
    readonly delayMs?: number;
    readonly forge?: number;
  };
}

/** What the simulator has counted since its start. */
export interface SandboxSummary {
  readonly orders: number;
  readonly paidOrders: number;
  /** Merchants' numbers with more than one order. */
  readonly doubleCreates: readonly string[];
  /** By endpoint, outcome, and returnCode (`none` where there was none). */
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

/** The provider simulator, and its controls. */
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

  /** Throws when the control refuses: a test that orders nonsense must not pass. */
  async control<T = unknown>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.url}/_control${path}`, {
      method,
      // A connection that is kept may be closed by the other side while this one, on a busy machine, is about to use it.
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

  /** The number of the newest entry of the ledger: what comes later is news. */
  async mark(): Promise<number> {
    return (await this.read({ limit: 0 })).lastSeq;
  }

  async calls(endpoint: string, since = 0): Promise<SeenCall[]> {
    return (await this.read({ endpoint, since })).entries as SeenCall[];
  }

  summary(): Promise<SandboxSummary> {
    return this.control('GET', '/summary');
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
    return (await this.read({ endpoint: 'query', merchantOrderNo: tradeNo, since })).entries as SeenCall[];
  }

  async callbacks(tradeNo: string): Promise<SentCallback[]> {
    return (await this.read({ kind: 'callback', merchantOrderNo: tradeNo })).entries as SentCallback[];
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

  /** Seeded chaos from now on, in place of an earlier one; null switches it off. */
  chaos(plan: ChaosOrder | null): Promise<unknown> {
    return plan === null ? this.control('DELETE', '/chaos') : this.control('POST', '/chaos', plan);
  }

  /** Queries know nothing of these orders any more, although they go on. */
  vanish(number: string): Promise<unknown> {
    return this.control('POST', `/orders/${number}/vanish`);
  }

  unvanish(number: string): Promise<unknown> {
    return this.control('POST', `/orders/${number}/unvanish`);
  }

  /** Moves the provider's clock. Stamps are held against the machine's, so that the service is not refused for it. */
  leap(offsetMs: number): Promise<unknown> {
    return this.control('POST', '/clock', { offsetMs, stamps: 'machine' });
  }

  /** After a callback that was not answered with 200, further attempts follow after so many milliseconds each. */
  callbackRetries(...retries: number[]): Promise<unknown> {
    return this.control('POST', '/callbacks', { retries });
  }

  /** How queries answer about an order that does not exist. */
  unknownOrders(unknownOrder: string, unknownOrderCode?: string): Promise<unknown> {
    return this.control('POST', '/behaviour', { unknownOrder, unknownOrderCode });
  }

  /** Moves an order by force; it stays there. `push`: whether a callback tells of it. */
  force(number: string, status: string, fields: Readonly<Record<string, unknown>> = {}, push = true): Promise<unknown> {
    return this.control('POST', `/orders/${number}/status`, { status, fields, push });
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
