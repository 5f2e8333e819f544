import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Settings } from '../config/settings.js';
import { Problem } from '../shared/problem.js';
import { Metrics } from '../telemetry/metrics.js';
import { installBodyParsers } from './body-parsers.js';
import { serveOpenApi } from './openapi.js';
import { ProblemFilter } from './problem.filter.js';
import { logRequests } from './request-log.js';
import { traceRequests } from './trace.js';
import { RequestValidation } from './validation.js';

/**
 * Gives an application its edge. The application was made with `bodyParser: false` and is not initialised yet; the
 * order is the one in which a request meets things.
 */
export function configureApp(app: NestExpressApplication, settings: Settings): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  app.use(traceRequests);
  app.use(logRequests(app.get(Metrics)));
  app.use(securityHeaders());
  app.use('/v1', neverStored);
  allowOrigins(app, settings.http.corsOrigins);
  if (!settings.roles.api) app.use(['/v1', '/callbacks'], notServedHere);
  installBodyParsers(app);
  app.useGlobalPipes(new RequestValidation());
  app.useGlobalFilters(new ProblemFilter());
  // An exit code of its own: in a container the signal that Nest would send itself goes nowhere.
  app.enableShutdownHooks([], { useProcessExit: true });
  serveOpenApi(app);
  limitWaiting(app.getHttpServer());
}

/** Strict, but for the inline styles that the pages at `/docs` are made with. */
function securityHeaders(): ReturnType<typeof helmet> {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
  });
}

/** Orders hold a `payUrl` and secrets of guests: no cache may keep them. */
function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** A process that is a worker only: it listens for health and metrics. */
function notServedHere(_request: Request, _response: Response, next: NextFunction): void {
  next(new Problem('not_found', 'This process does not serve the API.'));
}

function allowOrigins(app: NestExpressApplication, origins: readonly string[]): void {
  if (origins.length === 0) return;
  app.enableCors({
    origin: [...origins],
    methods: ['GET', 'POST'],
    exposedHeaders: ['Location', 'Retry-After', 'X-Request-Id'],
    maxAge: 600,
  });
}

/** Slow senders must not hold connections; an open one outlives the minute after which load balancers close theirs. */
function limitWaiting(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 20_000;
  server.keepAliveTimeout = 65_000;
  // A connection that was busy when the server began to close would keep it open for as long as that.
  server.on('request', (_request, response) => {
    response.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
}
