import compression from 'compression';
import type { Request, RequestHandler } from 'express';

/** Answers that hold no secret. */
export const COMPRESSED = ['/v1/cryptos', '/checkout', '/orders', '/docs', '/openapi.json'];

/**
 * Compresses answers to GET from 1 KB on. A compressed secret beside text that an attacker chooses can be guessed by
 * the answer's length (BREACH), so it leaves out orders, checkouts, and the document that holds a link's token.
 */
export const compressAnswers = (): RequestHandler =>
  compression({
    threshold: 1024,
    filter: (request, response) =>
      request.method === 'GET' && !hasLink(request) && compression.filter(request, response),
  });

const hasLink = ({ query }: Request): boolean => query['link'] !== undefined;
