import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import { ConnectionError, ProblemError } from '../errors.js';
import type { ClientOptions } from '../options.js';
import { parseProblem } from '../problem.js';
import type { paths } from '../schema.js';
import type { HeaderFields } from './credentials.js';
import { PlainRequest } from './plain-request.js';
import { retryAfterMs } from './retry-after.js';
import { throwIfAborted, TimeLimit, unlessAborted } from './time-limit.js';

const DEFAULT_TIMEOUT_MS = 20_000;

/** A successful response. */
export interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  readonly retryAfterMs: number | null;
}

export interface Sending {
  readonly headers: HeaderFields;
  readonly signal: AbortSignal;
}

/** Result of a call of openapi-fetch. */
export interface Fetched<Data> {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/** Calls the service and turns every failure into a ProblemError or a ConnectionError. */
export class Transport {
  readonly api: Client<paths>;
  readonly #fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly #baseUrl: string;

  constructor(options: ClientOptions) {
    // Look `fetch` up at each call, since a page may replace it, and call it without `this`, as browsers require.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.api = createClient<paths>({
      baseUrl: this.#baseUrl,
      Request: PlainRequest as unknown as typeof Request,
      fetch: (request: unknown) => this.#send(request as PlainRequest),
      // Redirects would forward the secret headers to another host.
      redirect: 'error',
    });
  }

  /** One call. Its time limit includes getting the headers. */
  call<Data>(
    caller: AbortSignal | undefined,
    headers: () => Promise<HeaderFields>,
    ask: (sending: Sending) => Promise<Fetched<Data>>,
  ): Promise<Answer<Data>> {
    return this.within(caller, async (signal) => {
      const sending = { headers: await headers(), signal };
      return answerOf(await ask(sending).catch(rethrowUnreadable));
    });
  }

  /**
   * Runs `work` within the time limit of a call. Throws a ConnectionError on timeout, the caller's abort reason, or
   * the error of `work`: for a call a ProblemError, a ConnectionError, or a TypeError for credentials that no header
   * may contain.
   */
  async within<Result>(
    caller: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    throwIfAborted(caller);
    const limit = new TimeLimit(this.timeoutMs, caller);
    try {
      return await unlessAborted(limit.signal, work(limit.signal));
    } catch (error) {
      throwIfAborted(caller);
      throw limit.isOver ? new ConnectionError(`no answer within ${this.timeoutMs} ms`) : error;
    } finally {
      // Clears the timer, and aborts a request whose `fetch` ignored the signal.
      limit.end();
    }
  }

  /** Opens a streamed response. Throws a ConnectionError if no response comes. */
  open(path: string, { headers, signal }: Sending): Promise<Response> {
    const init: RequestInit = { method: 'GET', headers, signal, redirect: 'error' };
    return this.#send(new PlainRequest(`${this.#baseUrl}${path}`, init));
  }

  async #send({ url, init }: PlainRequest): Promise<Response> {
    try {
      return await this.#fetch(url, init);
    } catch (error) {
      throw new ConnectionError('no answer came', { cause: error });
    }
  }
}

/** Omits the cause: it may repeat the response. */
function rethrowUnreadable(error: unknown): never {
  throw error instanceof ConnectionError ? error : new ConnectionError('the answer could not be read');
}

function answerOf<Data>({ data, error, response }: Fetched<Data>): Answer<Data> {
  const { status } = response;
  const wait = retryAfterMs(response.headers.get('Retry-After'), Date.now());
  if (response.ok) {
    if (typeof data !== 'object' || data === null) throw new ConnectionError('the answer could not be read');
    return { status, data, retryAfterMs: wait };
  }
  const problem = parseProblem(error);
  if (problem !== null) throw new ProblemError(problem, wait);
  throw new ConnectionError(`something answered ${status} that is not the service`, { status, retryAfterMs: wait });
}
