import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import axios from 'axios';
import type { AxiosAdapter, AxiosInstance, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { OnModuleDestroy } from '@nestjs/common';
import type { RampSettings } from '../../platform/config/settings.js';
import { unpacked } from '../../platform/shared/content-coding.js';
import { errorCode } from '../../platform/shared/error-code.js';
import type { HoldBack } from '../port/ramp.errors.js';
import { OpenHttpAgent, OpenHttpsAgent, agentOptions } from './connections.js';
import type { HttpCall } from './signed-call.js';

/** Counted before and after decompression, so that a small answer that unpacks into a large one ends here too. */
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

/** Some firewalls turn away a request that does not say what sends it. */
const ABOUT_US = ['user-agent', 'ramp-checkout', 'accept-encoding', 'gzip, br'] as const;

/** An answer; `body` null when it was too large or its compression was broken. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly date: string | null;
  readonly retryAfter: string | null;
  readonly contentType: string | null;
  readonly body: Buffer | null;
}

/** Certainly not a byte of the request left this machine. */
interface NotSent {
  readonly kind: 'not_sent';
  readonly detail: string;
}

/** Nor here: when the connection was open, it was not wanted any more. */
interface HeldBack {
  readonly kind: 'held_back';
  readonly reason: HoldBack;
}

/** The request, or a part of it, may have reached the provider; no whole answer came back. */
interface Lost {
  readonly kind: 'lost';
  readonly reason: 'timeout' | 'connection_lost';
  readonly detail: string;
}

export type Exchange = Reply | NotSent | HeldBack | Lost;

/** What became of a request on its way to the wire. */
interface Trace {
  gotSocket: boolean;
  heldBack: HoldBack | null;
  timedOut: boolean;
  /** Ends it as a failure, wherever it is. */
  giveUp: () => void;
}

/** `data` null: too many bytes. */
type Answer = Pick<AxiosResponse<Buffer | null>, 'status' | 'data'> & { readonly headers: IncomingHttpHeaders };

/** axios must change nothing: the call is signed, and every status is an answer. */
const UNCHANGED: AxiosRequestConfig = {
  transformRequest: [],
  transformResponse: [],
  validateStatus: null,
  maxRedirects: 0,
  proxy: false,
};

/** Sends one request, once: no retry, no redirect, no proxy, within the time limit, over verified TLS. */
export class Transport implements OnModuleDestroy {
  private readonly timeoutMs: number;
  private readonly httpAgent: OpenHttpAgent;
  private readonly httpsAgent: OpenHttpsAgent;

  constructor(
    settings: { readonly ramp: Pick<RampSettings, 'timeoutMs' | 'maxConcurrency'> },
    private readonly http: AxiosInstance = axios,
  ) {
    const { timeoutMs, maxConcurrency } = settings.ramp;
    this.timeoutMs = timeoutMs;
    this.httpAgent = new OpenHttpAgent(agentOptions(maxConcurrency), timeoutMs);
    this.httpsAgent = new OpenHttpsAgent(agentOptions(maxConcurrency), timeoutMs);
  }

  /** Closes idle connections only: a request that is under way comes to its end, and its answer is recorded. */
  onModuleDestroy(): void {
    const idle = [this.httpAgent, this.httpsAgent].flatMap((agent) => Object.values(agent.freeSockets).flat());
    for (const socket of idle) socket?.destroy();
  }

  /**
   * Never throws for what the network or the provider does. The limit covers connecting, sending and the whole answer.
   * `holdBack` is asked when the connection is open, before the first byte: a reason means that none is sent.
   */
  async send(call: HttpCall, holdBack: () => HoldBack | null = () => null): Promise<Exchange> {
    const trace: Trace = { gotSocket: false, heldBack: null, timedOut: false, giveUp: () => undefined };
    const limit = setTimeout(() => {
      trace.timedOut = true;
      trace.giveUp();
    }, this.timeoutMs);
    try {
      const { status, headers, data } = await this.request(call, trace, holdBack);
      const { date = null, 'retry-after': retryAfter = null, 'content-type': contentType = null } = headers;
      const body = data && (await unpacked(data, headers['content-encoding'] ?? '', MOST_ANSWER_BYTES));
      return { kind: 'reply', status, date, retryAfter, contentType, body };
    } catch (error) {
      if (trace.heldBack !== null) return { kind: 'held_back', reason: trace.heldBack };
      const detail = trace.timedOut ? `no answer within ${this.timeoutMs} ms` : codeOf(error);
      // Sockets are handed out open only, see OpenHttpAgent: without one, nothing can have been written.
      if (!trace.gotSocket) return { kind: 'not_sent', detail };
      // A pooled connection that broke counts here as well: the request may have been read before it did.
      return { kind: 'lost', reason: trace.timedOut ? 'timeout' : 'connection_lost', detail };
    } finally {
      clearTimeout(limit);
    }
  }

  /** By axios with an adapter of our own: its adapters cannot say whether a byte was sent. */
  private async request(call: HttpCall, trace: Trace, holdBack: () => HoldBack | null): Promise<Answer> {
    const adapter = (async (config) => {
      const answer = await this.exchange(call, trace, holdBack);
      return { ...answer, statusText: '', config };
    }) as AxiosAdapter;
    const { url, method } = call;
    return this.http.request<Buffer | null, Answer>({ ...UNCHANGED, url, method, adapter });
  }

  /** Node's own client: it follows no redirect, sends nothing twice, and heeds no proxy of the environment. */
  private exchange(call: HttpCall, trace: Trace, holdBack: () => HoldBack | null): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      const request = this.begin(call);
      trace.giveUp = () => {
        request.destroy();
        // One that has no connection yet would say so only when it gets one.
        reject(new Error('given up'));
      };
      // Emitted before what was written so far is flushed to the socket: destroyed here, it never is.
      request.once('socket', () => {
        trace.heldBack = holdBack();
        if (trace.heldBack === null) trace.gotSocket = true;
        else trace.giveUp();
      });
      request.on('error', reject);
      request.once('response', (head) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const answer = (data: Buffer | null): Answer => ({ status: head.statusCode ?? 0, headers: head.headers, data });
        head.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size <= MOST_ANSWER_BYTES) return;
          resolve(answer(null));
          // With the connection: the rest is not even received.
          request.destroy();
        });
        head.on('end', () => {
          resolve(answer(Buffer.concat(chunks, size)));
        });
        head.on('error', reject);
      });
      request.end(call.body);
    });
  }

  private begin({ method, url, headers, body }: HttpCall): ClientRequest {
    const address = new URL(url);
    const length = body === null ? [] : ['content-length', String(body.length)];
    // A list goes out as it stands, so that the host has to be in it; an object would be copied twice.
    const list = ['host', address.host, ...Object.entries(headers).flat(), ...ABOUT_US, ...length];
    return address.protocol === 'https:'
      ? httpsRequest(address, { method, headers: list, agent: this.httpsAgent })
      : httpRequest(address, { method, headers: list, agent: this.httpAgent });
  }
}

/** An error's code, else its name: messages may quote what was sent. */
const codeOf = (error: unknown): string => errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
