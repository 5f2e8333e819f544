import { BadRequestException, UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';
import { seesProviderMessages } from '../../callers/caller.js';
import { isModestJson } from '../../text/json-shape.js';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';
import { callerOf } from '../request.js';

const LIMIT = 64 * 1024;
const USUAL_LIMIT = 8 * 1024;
/** Routes with metadata (20 values of 500 characters) or staff notes. All others have the usual limit. */
const LARGE_BODIES = /^\/v1\/(?:checkouts|checkout-links|sell-orders|orders\/[^/]+|admin\/orders\/[^/]+\/notes)\/?$/i;

/** Callbacks arrive as raw bytes (null: over the limit). Only servers and staff may send large bodies. */
export function installBodyParsers(app: NestExpressApplication): void {
  app.use('/callbacks', keepBytes);
  app.use(refuseCharsets);
  const type = ['application/json', 'application/*+json'];
  const [usual, large] = [express.text({ type, limit: USUAL_LIMIT }), express.text({ type, limit: LIMIT })];
  app.use(
    (request: Request, response: Response, next: NextFunction) => {
      (mayBeLarge(request) ? large : usual)(request, response, next);
    },
    readJson,
    refuseOthers,
  );
}

function mayBeLarge(request: Request): boolean {
  const caller = callerOf(request);
  return caller !== null && seesProviderMessages(caller) && LARGE_BODIES.test(request.path);
}

/** Express' JSON parser would silently keep the last of two members with one name. */
function readJson(request: Request, _response: Response, next: NextFunction): void {
  if (typeof request.body === 'string') request.body = parsed(request.body || '{}');
  next();
}

function parsed(json: string): unknown {
  if (!isModestJson(json)) throw new Problem('invalid_request', PROBLEM_TEXTS.bodyTooManyValues);
  const value = valueOf(json);
  if (hasNameTwice(json)) throw new Problem('invalid_request', PROBLEM_TEXTS.nameTwice);
  return value;
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new Problem('invalid_request', PROBLEM_TEXTS.bodyNotObject);
  }
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

/** JSON is UTF-8 (RFC 8259); the parser would also accept UTF-7, which hides `<` from filters. */
function refuseCharsets(request: Request, _response: Response, next: NextFunction): void {
  const charsets = (request.headers['content-type'] ?? '').matchAll(/;\s*charset\s*=\s*["']?([^"';\s]*)/gi);
  // The parser takes the last of several.
  const isGood = [...charsets].every(([, charset = '']) => /^(utf-?8)?$/i.test(charset));
  next(isGood || request.body !== undefined ? undefined : new UnsupportedMediaTypeException());
}

/** Refuses a body that no parser read, since it would look absent. */
function refuseOthers(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length) > 0;
  next(hasBody && request.body === undefined ? new UnsupportedMediaTypeException() : undefined);
}

/** Braces and strings; a string before a colon is a name. */
const TOKEN = /[{}]|"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?/g;

/** Does an object in this valid JSON repeat a member name, in any spelling? Parsers disagree on which one wins. */
function hasNameTwice(json: string): boolean {
  const open: Set<string>[] = [];
  for (const [token, text = '', colon] of json.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '}') open.pop();
    else if (colon !== undefined) {
      const name = text.includes('\\') ? (JSON.parse(`"${text}"`) as string) : text;
      const names = open.at(-1);
      if (names?.has(name) === true) return true;
      names?.add(name);
    }
  }
  return false;
}
