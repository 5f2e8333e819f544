import { request as httpRequest } from 'node:http';
import type { ClientRequest, IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import axios from 'axios';
import type { AxiosAdapter, AxiosInstance, AxiosRequestConfig, AxiosResponse } from 'axios';
import type { OnModuleDestroy } from '@nestjs/common';
import type { RampSettings } from '../../platform/config/settings.js';
import { unpacked } from '../../platform/text/http-response.js';
import { errorCode } from '../../platform/problems/error-code.js';
import type { HoldReason } from '../port/ramp.errors.js';
import { OpenHttpAgent, OpenHttpsAgent, agentOptions } from './connections.js';
import type { HttpCall } from './signed-call.js';
import { Transport } from './transport.js';
import type { SendResult } from './transport.js';

/** Applies before and after decompression, so that a small answer cannot unpack into a huge one. */
const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

/** Some firewalls reject requests without a user agent. */
const ABOUT_US = ['user-agent', 'ramp-checkout', 'accept-encoding', 'gzip, br'] as const;

interface SendState {
  gotSocket: boolean;
  heldBack: HoldReason | null;
  timedOut: boolean;
  giveUp: () => void;
}

/** `data` null: too many bytes. */
type RawAnswer = Pick<AxiosResponse<Buffer | null>, 'status' | 'data'> & { readonly headers: IncomingHttpHeaders };

/** Keeps axios from changing anything: the call is signed, and every status is an answer. */
const UNCHANGED: AxiosRequestConfig = {
  transformRequest: [],
  transformResponse: [],
  validateStatus: null,
  maxRedirects: 0,
  proxy: false,
};

/** Within the time limit, over verified TLS. */
export class HttpTransport extends Transport implements OnModuleDestroy {
  private readonly timeoutMs: number;
  private readonly httpAgent: OpenHttpAgent;
  private readonly httpsAgent: OpenHttpsAgent;

  constructor(
    settings: { readonly ramp: Pick<RampSettings, 'timeoutMs' | 'maxConcurrency'> },
    private readonly http: AxiosInstance = axios,
  ) {
    super();
    const { timeoutMs, maxConcurrency } = settings.ramp;
    this.timeoutMs = timeoutMs;
    this.httpAgent = new OpenHttpAgent(agentOptions(maxConcurrency), timeoutMs);
    this.httpsAgent = new OpenHttpsAgent(agentOptions(maxConcurrency), timeoutMs);
  }

  /** Closes idle connections only: requests in flight finish, and their answers are recorded. */
  onModuleDestroy(): void {
    const idle = [this.httpAgent, this.httpsAgent].flatMap((agent) => Object.values(agent.freeSockets).flat());
    for (const socket of idle) socket?.destroy();
  }

  override async send(call: HttpCall, holdBack: () => HoldReason | null = () => null): Promise<SendResult> {
    const state: SendState = { gotSocket: false, heldBack: null, timedOut: false, giveUp: () => undefined };
    const limit = setTimeout(() => {
      state.timedOut = true;
      state.giveUp();
    }, this.timeoutMs);
    try {
      const { status, headers, data } = await this.request(call, state, holdBack);
      const { date = null, 'retry-after': retryAfter = null, 'content-type': contentType = null } = headers;
      const body = data && (await unpacked(data, headers['content-encoding'] ?? '', MOST_ANSWER_BYTES));
      return { kind: 'reply', status, date, retryAfter, contentType, body };
    } catch (error) {
      if (state.heldBack !== null) return { kind: 'held_back', reason: state.heldBack };
      const detail = state.timedOut ? `no answer within ${this.timeoutMs} ms` : codeOf(error);
      // OpenHttpAgent hands out open sockets only: without one, nothing was written.
      if (!state.gotSocket) return { kind: 'not_sent', detail };
      // This includes a pooled connection that broke: the provider may have read the request first.
      return { kind: 'lost', reason: state.timedOut ? 'timeout' : 'connection_lost', detail };
    } finally {
      clearTimeout(limit);
    }
  }

  /** axios with our own adapter: axios's adapters don't tell whether a byte was sent. */
  private async request(call: HttpCall, state: SendState, holdBack: () => HoldReason | null): Promise<RawAnswer> {
    const adapter = (async (config) => {
      const answer = await this.exchange(call, state, holdBack);
      return { ...answer, statusText: '', config };
    }) as AxiosAdapter;
    const { url, method } = call;
    return this.http.request<Buffer | null, RawAnswer>({ ...UNCHANGED, url, method, adapter });
  }

  /** Node's own client follows no redirects, resends nothing, and ignores proxy variables. */
  private exchange(call: HttpCall, state: SendState, holdBack: () => HoldReason | null): Promise<RawAnswer> {
    return new Promise<RawAnswer>((resolve, reject) => {
      if (state.timedOut) {
        reject(new Error('given up'));
        return;
      }
      const request = this.begin(call);
      state.giveUp = () => {
        request.destroy();
        // A request without a connection would emit its error only once it gets one.
        reject(new Error('given up'));
      };
      // Node emits `socket` before it flushes the first bytes: a request destroyed here sends none.
      request.once('socket', () => {
        state.heldBack = holdBack();
        if (state.heldBack === null) state.gotSocket = true;
        else state.giveUp();
      });
      request.on('error', reject);
      request.once('response', (head) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const answer = (data: Buffer | null): RawAnswer => ({
          status: head.statusCode ?? 0,
          headers: head.headers,
          data,
        });
        head.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size <= MOST_ANSWER_BYTES) return;
          resolve(answer(null));
          // Closes the connection too, so that the rest is not received.
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
    // As a flat list, which Node copies once instead of twice; it must contain the host.
    const list = ['host', address.host, ...Object.entries(headers).flat(), ...ABOUT_US, ...length];
    return address.protocol === 'https:'
      ? httpsRequest(address, { method, headers: list, agent: this.httpsAgent })
      : httpRequest(address, { method, headers: list, agent: this.httpAgent });
  }
}

/** An error's code, or its name: messages may quote the request. */
const codeOf = (error: unknown): string => errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
