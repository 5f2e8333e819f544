import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response, RequestHandler } from 'express';
import type { Settings } from '../../config/settings.js';
import { addressTest } from '../../config/subnets.js';
import { FamiliarKeys, markCounted } from '../../limits/familiar-keys.js';
import { LimitsService } from '../../limits/limits.service.js';
import { bareAddress, addressBlock } from '../../text/ip-address.js';
import { isLoopbackHost, isLoopbackUrl } from '../../text/urls.js';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';
import { Metrics } from '../../telemetry/metrics.js';
import { Tracing } from '../../telemetry/tracing.js';
import { separatePorts, isForOperators } from './admin-port.js';
import { allowOrigins, securityHeaders } from './headers.js';
import { installBodyParsers } from './body-parsers.js';
import { COMPRESSED, compressAnswers } from './compress-answers.js';
import { ProblemFilter } from '../problem-response.js';
import { MAX_URL } from '../request.js';
import { limitRequestTime, RequestDeadline } from './request-deadline.js';
import { continueTraces, logRequests, traceRequests } from './request-log.js';
import { RequestValidation } from '../input/validation.js';
import { Logger } from '@nestjs/common';
import { logEvent } from '../../telemetry/log-events.js';
import { Time } from '../../time/time.js';
import { SecurityLog } from '../../telemetry/security-log.js';
import { Secret } from '../../callers/secret.js';
import { Chance } from '../../chance.js';

/** Installs the edge in the order in which a request passes it. Needs `bodyParser: false`, and comes before `init`. */
export function configureApp(
  app: NestExpressApplication,
  settings: Settings,
  access: { use(request: Request, response: Response, next: NextFunction): Promise<void> },
): void {
  app.disable('x-powered-by');
  app.set('etag', false);
  const isProxy = trustProxies(app, settings.trustedProxies);
  app.use(traceRequests(app.get(Chance), app.get(Tracing)));
  app.use(logRequests(app.get(Metrics), app.get(Time)));
  app.use(limitRequestTime(app.get(Time), settings.checkout.deadlineMs));
  app.use(securityHeaders);
  app.use('/v1', neverStored);
  if (settings.http.corsOrigins.length > 0) app.use('/v1', allowOrigins(settings.http.corsOrigins));
  app.use(refuseOddRequests(settings));
  app.use(limitAddresses(app.get(LimitsService), app.get(FamiliarKeys)));
  separatePorts(app, settings);
  if (!settings.roles.api) app.use(['/v1', '/callbacks'], notServedHere);
  app.use('/v1', noticeProxies(isProxy));
  // Before the body: nothing of a stranger's body is parsed.
  app.use('/v1', (request: Request, response: Response, next: NextFunction) => access.use(request, response, next));
  app.use('/v1', continueTraces(app.get(Tracing)));
  app.use(COMPRESSED, compressAnswers());
  installBodyParsers(app);
  app.useGlobalInterceptors(new RequestDeadline());
  app.useGlobalPipes(new RequestValidation());
  app.useGlobalFilters(new ProblemFilter(app.get(SecurityLog), app.get(Chance)));
}

/** Trusts `X-Forwarded-For` from the configured proxies only. Forwarded hosts and schemes are never used. */
function trustProxies(app: NestExpressApplication, proxies: readonly string[]): (address: string) => boolean {
  const isProxy = addressTest(proxies.flatMap((entry) => (entry === 'loopback' ? ['127.0.0.0/8', '::1'] : [entry])));
  app.set('trust proxy', isProxy);
  app.use((request: Request, _response: Response, next: NextFunction) => {
    const { ip } = request;
    Object.defineProperty(request, 'ip', { value: ip === undefined ? ip : bareAddress(ip) });
    next();
  });
  return isProxy;
}

/** Orders hold a `payUrl` and guests' secrets: no cache may store them. */
function neverStored(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** For a worker process, which serves only health and metrics. */
function notServedHere(_request: Request, _response: Response, next: NextFunction): void {
  next(new Problem('not_found', PROBLEM_TEXTS.apiNotServed));
}

const MAX_HEADERS = 100;
const MAX_PARAMETERS = 100;

function refuseOddRequests({ auth, http }: Settings): RequestHandler {
  const oddOfPage = (request: Request) => (auth === 'none' ? foreignPage(request, http) : undefined);
  return (request, _response, next) => {
    next(oddity(request) ?? oddOfPage(request));
  };
}

/** Any web page that is open beside an open service could reach it: by DNS rebinding, or by a POST without a preflight. */
function foreignPage({ method, headers }: Request, { host, corsOrigins }: Settings['http']): Problem | undefined {
  if (isLoopbackHost(host) && !isLoopbackUrl(`http://${headers.host ?? 'localhost'}`)) {
    return new Problem('invalid_request', PROBLEM_TEXTS.loopbackHost);
  }
  const changesNothing = method === 'GET' || method === 'HEAD';
  const isForeign = headers['sec-fetch-site'] === 'cross-site' && !corsOrigins.includes(headers.origin ?? '');
  return isForeign && !changesNothing ? new Problem('invalid_request', PROBLEM_TEXTS.otherSite) : undefined;
}

function oddity({ url, rawHeaders, httpVersion }: Request): Problem | undefined {
  if (url.length > MAX_URL) return new Problem('uri_too_long', PROBLEM_TEXTS.urlTooLong(MAX_URL));
  if (url.split('&', MAX_PARAMETERS + 1).length > MAX_PARAMETERS) {
    return new Problem('invalid_request', PROBLEM_TEXTS.tooManyParameters(MAX_PARAMETERS));
  }
  if (rawHeaders.length > 2 * MAX_HEADERS) {
    return new Problem('headers_too_large', PROBLEM_TEXTS.tooManyHeaders(MAX_HEADERS));
  }
  // A proxy may have checked the other of two.
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && /^host$/i.test(name)).length;
  if (hosts > 1 || (hosts === 0 && httpVersion !== '1.0')) {
    return new Problem('invalid_request', PROBLEM_TEXTS.oneHost);
  }
  return undefined;
}

/** Logs an untrusted proxy once: missing from the settings, it makes all customers one address. */
function noticeProxies(isProxy: (address: string) => boolean): RequestHandler {
  const logger = new Logger('Edge');
  let isSaid = false;
  return (request, _response, next) => {
    if (!isSaid && request.get('x-forwarded-for') !== undefined && !isProxy(request.socket.remoteAddress ?? '')) {
      isSaid = true;
      logEvent(logger, 'proxy_not_trusted');
    }
    next();
  };
}

/** A load balancer's health checks, and the provider's callbacks, all come from one address. */
const UNLIMITED = /^\/(?:health|callbacks)(?:\/|$)/i;

/** A merchant's server calls for many customers: an accepted key has the key's limit, just as early. */
export function limitAddresses(limits: LimitsService, keys: FamiliarKeys): RequestHandler {
  return (request, _response, next) => {
    if (isForOperators(request) || UNLIMITED.test(request.path)) {
      next();
      return;
    }
    const key = request.get('x-api-key');
    const caller = key === undefined ? null : keys.familiarCaller(new Secret(key), request.ip ?? null);
    if (caller === null) {
      limits.spend('address', addressBlock(request.ip ?? ''));
    } else {
      limits.spend('key', caller);
      markCounted(request);
    }
    next();
  };
}
