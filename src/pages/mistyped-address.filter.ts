import { Catch, HttpException, Inject } from '@nestjs/common';
import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ProblemFilter, problemOf } from '../platform/http/problem-response.js';
import { SecurityLog } from '../platform/telemetry/security-log.js';
import { Settings } from '../platform/config/settings.js';
import { BUILT_PAGES } from './built-pages.js';
import type { BuiltPages } from './built-pages.js';
import { pageHeaders, requestedAt } from './page-document.js';
import { visitOf } from './visit.js';
import { Chance } from '../platform/chance.js';

const NOT_PAGES = /^\/(?:v1|callbacks|health|metrics|docs|openapi\.json|assets)(?:\/|$)/i;

/** A browser gets a page at a mistyped address. Other clients, and other paths, get the problem. */
@Catch(HttpException)
export class MistypedAddressFilter extends ProblemFilter {
  readonly #headers;

  constructor(
    security: SecurityLog,
    chance: Chance,
    @Inject(BUILT_PAGES) private readonly built: BuiltPages | null,
    { pages }: Settings,
  ) {
    super(security, chance);
    this.#headers = pageHeaders(pages.brand.logoUrl);
  }

  override catch(error: HttpException, host: ArgumentsHost): void {
    const [request, response] = [
      host.switchToHttp().getRequest<Request>(),
      host.switchToHttp().getResponse<Response>(),
    ];
    const { status } = problemOf(error);
    if (this.built?.customers == null || !mayBePage(request) || (status !== 404 && status !== 400)) {
      super.catch(error, host);
      return;
    }
    response.vary('Accept');
    if (request.get('accept')?.includes('text/html') !== true) {
      super.catch(error, host);
      return;
    }
    response.status(status).set(this.#headers).vary('Accept-Language').type('html');
    response.send(this.built.customers.order(requestedAt(request.host), visitOf(request)));
  }
}

function mayBePage({ method, path }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !NOT_PAGES.test(path);
}
