import { lookup as resolve } from 'node:dns';
import type { LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { OnModuleDestroy } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import { errorCode } from '../../platform/shared/error-code.js';
import { readRetryAfter } from '../../platform/shared/retry-after.js';
import { storableText } from '../../platform/shared/storable.js';
import { isPublicAddress } from '../public-address.js';
import { urlFault } from '../url-fault.js';
import type { Answered } from '../decisions/retries.js';

/** Of connecting, sending and the answer together. */
const LIMIT_MS = 15_000;
const MOST_ANSWER_BYTES = 64 * 1024;
const KEPT_CHARACTERS = 500;
const IDLE_MS = 10_000;

/**
 * Sends one message, once: no redirect, no proxy, within the time limit, over verified TLS. The address that is really
 * dialled is looked at, so that a name which leads elsewhere the second time gains nothing.
 */
@Injectable()
export class WebhookTransport implements OnModuleDestroy {
  private readonly agents: { readonly http: HttpAgent; readonly https: HttpsAgent };

  constructor(private readonly settings: Settings) {
    const options = { keepAlive: true, timeout: IDLE_MS };
    // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED=0 in some environment does not switch the check off.
    this.agents = { http: new HttpAgent(options), https: new HttpsAgent({ ...options, rejectUnauthorized: true }) };
  }

  onModuleDestroy(): void {
    const idle = Object.values(this.agents).flatMap((agent) => Object.values(agent.freeSockets).flat());
    for (const socket of idle) socket?.destroy();
  }

  /** Never throws for what the network or the receiver does. */
  async send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answered> {
    // Settings and the row may have changed since it was saved. The addresses of a name are judged in `lookup`.
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

  /** For each connection: all addresses of the name have to be public, whichever of them is dialled. */
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

  private exchange(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<Answered> {
    const isTls = url.protocol === 'https:';
    return new Promise<Answered>((answered, reject) => {
      const request = (isTls ? httpsRequest : httpRequest)(url, {
        method: 'POST',
        agent: isTls ? this.agents.https : this.agents.http,
        lookup: this.lookup,
        headers: {
          ...{ 'content-type': 'application/json', 'user-agent': 'ramp-checkout', 'accept-encoding': 'identity' },
          ...headers,
          'content-length': Buffer.byteLength(body),
        },
      });
      const limit = setTimeout(
        () => request.destroy(Object.assign(new Error('no answer'), { code: 'timeout' })),
        LIMIT_MS,
      );
      const settle = (answer: Answered): void => {
        clearTimeout(limit);
        answered(answer);
      };
      let hasAnswer = false;
      request.on('error', (error) => {
        clearTimeout(limit);
        // Otherwise the answer breaks off too, and says so itself.
        if (!hasAnswer) reject(error);
      });
      // Without a listener its connection would end with neither an answer nor an error.
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
          // With the connection: the rest is not even received.
          if (!isWhole) request.destroy();
        });
      });
      request.end(body);
    });
  }
}

/** Gives the beginning of an answer, once it has ended, broken off, or become longer than is read. */
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
  // The status had come: what it says counts, whatever became of the rest.
  head.on('error', () => end(false));
}
