import type { Response } from 'express';
import { stringify } from 'lossless-json';
import type { Envelope } from './envelope.js';

export interface TextReply {
  readonly kind: 'send';
  readonly httpStatus: number;
  readonly contentType: string;
  readonly text: string;
}

export type Reply =
  | TextReply
  | { readonly kind: 'redirect'; readonly location: string }
  /** Announces the full length and breaks the connection after half of it. */
  | { readonly kind: 'break-halfway'; readonly text: string }
  | { readonly kind: 'reset' }
  | { readonly kind: 'silence' };

/** The answer of an endpoint before faults; `envelope` null: none. */
export interface Answer {
  readonly reply: TextReply;
  readonly envelope: Envelope | null;
  /** Sends only the envelope's data. */
  readonly isBare: boolean;
}

export const HTML = 'text/html;charset=UTF-8';
export const PLAIN = 'text/plain;charset=UTF-8';
const JSON_TYPE = 'application/json;charset=UTF-8';

export function jsonReply(value: unknown, httpStatus = 200): TextReply {
  // The lossless stringify keeps the digits of amounts.
  return { kind: 'send', httpStatus, contentType: JSON_TYPE, text: stringify(value) ?? 'null' };
}

export function envelopeReply(envelope: Envelope, httpStatus: number): TextReply {
  return jsonReply(envelope, httpStatus);
}

export function answerReply(envelope: Envelope, httpStatus: number, isBare: boolean): TextReply {
  return jsonReply(isBare ? envelope.data : envelope, httpStatus);
}

/**
 * Sends the reply. `date` (milliseconds since 1970) becomes the Date header, from which clients measure the clock
 * offset; null: no header.
 */
export function transmit(response: Response, reply: Reply, date: number | null): void {
  if (date === null) response.sendDate = false;
  else response.setHeader('Date', new Date(date).toUTCString());
  switch (reply.kind) {
    case 'send':
      response.status(reply.httpStatus).setHeader('Content-Type', reply.contentType);
      response.end(reply.text);
      return;
    case 'redirect':
      response.status(302).setHeader('Location', reply.location);
      response.end();
      return;
    case 'break-halfway': {
      const bytes = Buffer.from(reply.text);
      response.status(200).setHeader('Content-Type', JSON_TYPE);
      response.setHeader('Content-Length', bytes.length);
      // Break only after the first half was sent, or the break could overtake it.
      response.write(bytes.subarray(0, bytes.length / 2), () => response.socket?.destroy());
      return;
    }
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    case 'silence':
      return;
  }
}
