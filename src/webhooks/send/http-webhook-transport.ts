import { lookup as resolve } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { OnModuleDestroy } from '@nestjs/common';
import type { Settings } from '../../platform/config/settings.js';
import { errorCode } from '../../platform/problems/error-code.js';
import { readRetryAfter } from '../../platform/text/http-response.js';
import { storableText } from '../../platform/text/stored-json.js';
import { isPublicAddress, urlFault } from '../url-fault.js';
import type { AttemptResponse } from '../decisions/retries.js';
import { WebhookTransport } from './webhook-transport.js';

const LIMIT_MS = 15_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const KEPT_CHARACTERS = 500;
const IDLE_MS = 10_000;

/** The dialled address is checked, so a DNS name that changes after a check gains nothing. */
export class HttpWebhookTransport extends WebhookTransport implements OnModuleDestroy {
  private readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };

  constructor(private readonly settings: Settings) {
    super();
    const options = { keepAlive: true, timeout: IDLE_MS };
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 does not switch the check off.
    this.agents = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, rejectUnauthorized: true }) };
  }

  onModuleDestroy(): void {
    const idle = Object.values(this.agents).flatMap((agent) => Object.values(agent.freeSockets).flat());
    for (const socket of idle) socket?.destroy();
  }

  override async send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<AttemptResponse> {
    // The settings may have changed since the endpoint was saved. `lookup` checks host names.
    if (urlFault(url, this.settings.webhooks) !== null) return { error: 'address_not_allowed' };
    try {
      return await this.exchange(new URL(url), headers, body);
    } catch (error) {
      return { error: errorCode(error)?.slice(0, 64) ?? 'connection_failed' };
    }
  }

  private mayDial(address: string): boolean {
    return this.settings.webhooks.allowsPrivate || isPublicAddress(address);
  }

  /** Runs for each connection. All addresses of the name must be public, not only the dialled one. */
  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error !== null) {
        callback(error, '', 0);
        return;
      }
      const [first] = addresses;
      if (first === undefined || !addresses.every(({ address }) => this.mayDial(address)))
        callback(Object.assign(new Error('not a public address'), { code: 'address_not_public' }), '', 0);
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };

  private exchange(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<AttemptResponse> {
    const isTls = url.protocol === 'https:';
    return new Promise<AttemptResponse>((answered, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: isTls ? this.agents.https : this.agents.http,
        lookup: this.lookup,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'ramp-checkout',
          'accept-encoding': 'identity',
          ...headers,
          'content-length': Buffer.byteLength(body),
        },
      });
      const limit = setTimeout(
        () => request.destroy(Object.assign(new Error('no answer'), { code: 'timeout' })),
        LIMIT_MS,
      );
      const settle = (answer: AttemptResponse): void => {
        clearTimeout(limit);
        answered(answer);
      };
      let hasAnswer = false;
      request.on('error', (error) => {
        clearTimeout(limit);
        // After the response has begun, its own error event settles the attempt.
        if (!hasAnswer) reject(error);
      });
      // Without a listener an upgrade would end with neither a response nor an error.
      request.once('upgrade', (head, socket) => {
        socket.destroy();
        settle({ status: head.statusCode ?? 0, retryAfterMs: null, text: '' });
      });
      request.once('response', (head) => {
        hasAnswer = true;
        readSome(head, (text, isWhole) => {
          settle({
            status: head.statusCode ?? 0,
            retryAfterMs: readRetryAfter(head.headers['retry-after'] ?? null, new Date()),
            text,
          });
          // Closes the connection, so that the rest is not received.
          if (!isWhole) request.destroy();
        });
      });
      request.end(body);
    });
  }
}

/** Calls `done` with the beginning of a response once it has ended, failed, or exceeded the limit. */
function readSome(head: IncomingMessage, done: (text: string, isWhole: boolean) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const end = (isWhole: boolean): void => {
    if (isDone) return;
    isDone = true;
    done(storableText(Buffer.concat(chunks).toString('utf8').slice(0, KEPT_CHARACTERS)), isWhole);
  };
  head.on('data', (chunk: Buffer) => {
    size += chunk.length;
    chunks.push(chunk);
    if (size > MOST_ANSWER_BYTES) end(false);
  });
  head.on('end', () => end(true));
  // The status has arrived, so it counts even if the body breaks off.
  head.on('error', () => end(false));
}
