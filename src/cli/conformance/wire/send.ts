import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { HttpCall } from '../../../ramp/calls/signed-call.js';
import { unpacked } from '../../../platform/shared/content-coding.js';
import { errorCode } from '../../../platform/shared/error-code.js';
import { openAnswer } from '../../../ramp/wire/wire.js';
import type { Answered, Unanswered } from './exchange.js';

const MOST_ANSWER_BYTES = 2 * 1024 * 1024;

/**
 * Sends one call, once, on a connection of its own: header names go out in the letter case that they have, no redirect
 * is followed, the certificate is verified. Never throws for what the network or the provider does.
 */
export function send(call: HttpCall, stamp: number, timeoutMs: number): Promise<Answered | Unanswered> {
  const begin = call.url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const startedAt = Date.now();
    const since = performance.now();
    const request = begin(call.url, {
      method: call.method,
      headers: { ...call.headers, ...lengthOf(call), 'accept-encoding': 'identity' },
      agent: false,
      rejectUnauthorized: true,
    });
    const limit = setTimeout(() => {
      settle({ kind: 'unanswered', detail: `no answer within ${timeoutMs} ms` });
    }, timeoutMs);
    const settle = (exchange: Answered | Unanswered): void => {
      clearTimeout(limit);
      resolve(exchange);
      request.destroy();
    };
    // Messages may quote what was sent.
    const fail = (error: Error): void => {
      settle({ kind: 'unanswered', detail: errorCode(error) ?? error.name });
    };
    request.once('error', (error) => {
      fail(error);
      // Being torn down it may fail once more; nobody listens then.
      request.on('error', () => undefined);
    });
    request.once('response', (response) => {
      const { 'content-encoding': encoding = '' } = response.headers;
      const read = async () => {
        const bytes = await readLimited(response);
        return bytes && unpacked(bytes, encoding, MOST_ANSWER_BYTES);
      };
      read().then((body) => {
        const milliseconds = Math.round(performance.now() - since);
        const { statusCode = 0, headers } = response;
        settle({
          kind: 'answered',
          answer: openAnswer(statusCode, headers.date ?? null, body),
          contentType: headers['content-type'] ?? null,
          milliseconds,
          midway: startedAt + Math.round(milliseconds / 2),
          stamp,
        });
      }, fail);
    });
    request.end(call.body ?? undefined);
  });
}

function lengthOf({ body }: HttpCall): Record<string, string> {
  return body === null ? {} : { 'content-length': String(body.length) };
}

/** All bytes; null when there are too many. */
async function readLimited(response: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
