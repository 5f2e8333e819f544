import { BadRequestException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';
import { parse } from 'lossless-json';
import { seesProviderMessages } from '../../callers/caller.js';
import { isModestJson } from '../../text/json-shape.js';
import { callerOf } from '../request.js';

const LIMIT = 64 * 1024;
const USUAL_LIMIT = 8 * 1024;
const JSON_TYPES = ['application/json', 'application/*+json'];
/** Routes with metadata (20 values of 500 characters) or staff notes. All others have the usual limit. */
const LARGE_BODIES = /^\/v1\/(?:checkouts|checkout-links|sell-orders|orders\/[^/]+|admin\/orders\/[^/]+\/notes)\/?$/i;

/** Callbacks arrive as raw bytes (null: over the limit). Only servers and staff may send large bodies. */
export function installBodyParsers(app: NestExpressApplication): void {
  app.use('/callbacks', keepBytes);
  const [usual, large] = [USUAL_LIMIT, LIMIT].map((limit) => express.json({ type: JSON_TYPES, limit, verify }));
  app.use((request: Request, response: Response, next: NextFunction) => {
    // Many clients spell it so, and the parser does not know the name.
    const type = request.headers['content-type']?.replace(/(charset\s*=\s*"?)utf8\b/i, '$1utf-8');
    if (type !== undefined) request.headers['content-type'] = type;
    (mayBeLarge(request) ? large : usual)?.(request, response, next);
  }, refuseOthers);
}

/** Before it is parsed. JSON is UTF-8 (RFC 8259); the parser would also accept UTF-7, which hides `<` from filters. */
function verify(_request: unknown, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw new UnsupportedMediaTypeException();
  const text = bytes.toString();
  if (text !== '' && !(isModestJson(text) && isUnambiguous(text))) throw new BadRequestException();
}

/** Of two members with one name, another parser in front may have checked the one that Express drops. */
function isUnambiguous(json: string): boolean {
  try {
    parse(json);
    return true;
  } catch {
    return false;
  }
}

function mayBeLarge(request: Request): boolean {
  const caller = callerOf(request);
  return caller !== null && seesProviderMessages(caller) && LARGE_BODIES.test(request.path);
}

function keepBytes(request: Request, _response: Response, next: NextFunction): void {
  bytesOf(request).then(
    (bytes) => {
      request.body = bytes;
      next();
    },
    // A partial body must not pass for a whole one.
    () => {
      next(new BadRequestException());
    },
  );
}

/** null: over the limit; the rest is read but dropped, because senders read no response before they have sent all. */
async function bytesOf(request: Request): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LIMIT) chunks.push(chunk);
    else chunks.length = 0;
  }
  return length > LIMIT ? null : Buffer.concat(chunks);
}

/** Refuses a body that no parser read, since it would look absent. */
function refuseOthers(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length) > 0;
  next(hasBody && request.body === undefined ? new UnsupportedMediaTypeException() : undefined);
}
