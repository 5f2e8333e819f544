import { UnsupportedMediaTypeException } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { NextFunction, Request, Response } from 'express';

const LIMIT = '64kb';

/**
 * Callbacks keep their bytes, whatever they claim to be: a malformed one has to reach its controller, as a Buffer.
 * Everything else is JSON.
 */
export function installBodyParsers(app: NestExpressApplication): void {
  app.use('/callbacks', express.raw({ type: () => true, limit: LIMIT }), bytesOrNone);
  app.use(express.json({ type: ['application/json', 'application/*+json'], limit: LIMIT, strict: true }), refuseOthers);
}

function bytesOrNone(request: Request, _response: Response, next: NextFunction): void {
  if (!Buffer.isBuffer(request.body)) request.body = Buffer.alloc(0);
  next();
}

/** A body that no parser took would look like an absent one. */
function refuseOthers(request: Request, _response: Response, next: NextFunction): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  const hasBody = encoding !== undefined || Number(length) > 0;
  next(hasBody && request.body === undefined ? new UnsupportedMediaTypeException() : undefined);
}
