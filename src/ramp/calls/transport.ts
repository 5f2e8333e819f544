import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { HttpService } from '@nestjs/axios';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import type { AxiosResponse } from 'axios';
import { firstValueFrom } from 'rxjs';
import { Settings } from '../../platform/config/settings.js';
import type { HoldBack } from '../port/ramp.errors.js';
import { OpenHttpAgent, OpenHttpsAgent, agentOptions } from './connections.js';
import type { HttpCall } from './signed-call.js';

/** Counted after decompression, so that a small answer that unpacks into a large one ends here too. */
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

/** An answer; `body` null when it was too large or its compression was broken. */
export interface Reply {
  readonly kind: 'reply';
  readonly status: number;
  readonly date: string | null;
  readonly retryAfter: string | null;
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
}

/** Sends one request, once: no retry, no redirect, no proxy, within the time limit, over verified TLS. */
@Injectable()
export class Transport implements OnModuleDestroy {
  private readonly timeoutMs: number;
  private readonly httpAgent: OpenHttpAgent;
  private readonly httpsAgent: OpenHttpsAgent;

  constructor(
    private readonly http: HttpService,
    settings: Settings,
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
    const limit = new AbortController();
    const timer = setTimeout(() => {
      limit.abort();
    }, this.timeoutMs);
    const trace: Trace = { gotSocket: false, heldBack: null };
    try {
      const response = await firstValueFrom(
        this.http.request<Readable>(this.config(call, limit.signal, trace, holdBack)),
      );
      const body = await readLimited(response.data);
      const [date, retryAfter] = [headerOf(response, 'date'), headerOf(response, 'retry-after')];
      return { kind: 'reply', status: response.status, date, retryAfter, body };
    } catch (error) {
      if (trace.heldBack !== null) return { kind: 'held_back', reason: trace.heldBack };
      const detail = limit.signal.aborted ? `no answer within ${this.timeoutMs} ms` : codeOf(error);
      // Sockets are handed out open only, see OpenHttpAgent: without one, nothing can have been written.
      if (!trace.gotSocket) return { kind: 'not_sent', detail };
      // A pooled connection that broke counts here as well: the request may have been read before it did.
      return { kind: 'lost', reason: limit.signal.aborted ? 'timeout' : 'connection_lost', detail };
    } finally {
      clearTimeout(timer);
    }
  }

  private config(
    { method, url, headers, body }: HttpCall,
    signal: AbortSignal,
    trace: Trace,
    holdBack: () => HoldBack | null,
  ) {
    const begin = url.startsWith('https:') ? httpsRequest : httpRequest;
    return {
      method,
      url,
      headers: { ...headers },
      data: body ?? undefined,
      // The bytes were signed: nothing may be done to them any more.
      transformRequest: (data: unknown) => data,
      responseType: 'stream' as const,
      validateStatus: () => true,
      maxRedirects: 0,
      proxy: false as const,
      httpAgent: this.httpAgent,
      httpsAgent: this.httpsAgent,
      signal,
      // Node's own client, which follows no redirect, with an eye on whether the request got a connection.
      transport: {
        request(options: RequestOptions, onResponse: (response: IncomingMessage) => void): ClientRequest {
          const request = begin(options, onResponse);
          // Emitted before what was written so far is flushed to the socket: destroyed here, it never is.
          request.once('socket', () => {
            trace.heldBack = holdBack();
            if (trace.heldBack === null) trace.gotSocket = true;
            else request.destroy(new Error('held back'));
          });
          return request;
        },
      },
    };
  }
}

/** All bytes of the stream; null when there are too many, or when their compression is broken. */
async function readLimited(stream: Readable): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      // Leaving the loop destroys the stream, and with it the connection: the rest is not even received.
      if (size > MOST_ANSWER_BYTES) return null;
      chunks.push(chunk);
    }
  } catch (error) {
    // Codes of zlib and brotli: the answer came, and what was packed in it cannot be had.
    if (/^(Z_|ERR__)/.test(codeOf(error))) return null;
    throw error;
  }
  return Buffer.concat(chunks);
}

function headerOf(response: AxiosResponse, name: string): string | null {
  const value: unknown = response.headers[name];
  return typeof value === 'string' ? value : null;
}

/** An error's code, else its name: messages may quote what was sent. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
