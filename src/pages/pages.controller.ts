import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CheckoutLinksService } from '../checkout/checkout-links.service.js';
import { Settings } from '../platform/config/settings.js';
import type { PageFacts } from '../platform/terms/terms.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { BUILT_PAGES } from './built-pages.js';
import type { BuiltPages } from './built-pages.js';
import { DurationsService } from './durations.service.js';
import { pageHeaders, requestedAt } from './page-document.js';
import { visitOf } from './visit.js';

@ApiExcludeController()
@Controller()
export class PagesController {
  readonly #headers;
  readonly #embedOrigins: readonly string[];
  readonly #staff: NonNullable<PageFacts['staff']>;

  constructor(
    private readonly links: CheckoutLinksService,
    private readonly durations: DurationsService,
    @Inject(BUILT_PAGES) private readonly built: BuiltPages | null,
    settings: Settings,
  ) {
    const { brand, embedOrigins } = settings.pages;
    this.#headers = {
      checkout: pageHeaders(brand.logoUrl, {
        widget: settings.guests.challenge?.widget?.sources,
        ancestors: embedOrigins,
      }),
      order: pageHeaders(brand.logoUrl),
      console: pageHeaders(brand.logoUrl, { connect: settings.access.console?.issuer }),
    };
    this.#embedOrigins = embedOrigins;
    this.#staff = { isOpen: settings.auth === 'none', openid: settings.access.console };
  }

  @Get()
  root(@Req() { originalUrl }: Request, @Res() response: Response): void {
    if (this.built?.customers == null) notServed();
    const [, ...query] = originalUrl.split('?');
    response.redirect(302, ['/checkout', ...query].join('?'));
  }

  /** Terms from a link are shown as the shop's word, so only after the link's signature is verified. */
  @Get('checkout')
  async checkout(
    @Req() request: Request,
    @Query('link') token: unknown,
    @Query('embed') origin: unknown,
    @Res() response: Response,
  ): Promise<void> {
    const [link, expected] = await Promise.all([this.#link(token), this.durations.find()]);
    const embedder = this.#embedOrigins.find((listed) => listed === origin) ?? null;
    // `DENY` would contradict the policy's `frame-ancestors`.
    if (this.#embedOrigins.length > 0) response.removeHeader('X-Frame-Options');
    // `same-origin` would cut a pop-up off from the page that opened it.
    if (embedder !== null) response.set('Cross-Origin-Opener-Policy', 'unsafe-none');
    const requested = { ...requestedAt(request.host, expected), link, embedder };
    this.#send(response, 'checkout', this.built?.customers?.checkout(requested, visitOf(request)), link !== null);
  }

  /** The document is the same for every order, but for its number; the page fetches the order itself. */
  @Get('orders/:merchantOrderNo')
  async order(@Req() request: Request, @Res() response: Response): Promise<void> {
    const requested = requestedAt(request.host, await this.durations.find());
    this.#send(response, 'order', this.built?.customers?.order(requested, visitOf(request)));
  }

  /** The document is the same for every member of staff: what is shown is decided by the API. */
  @Get('console')
  console(@Req() request: Request, @Res() response: Response): void {
    const requested = { ...requestedAt(request.host), staff: this.#staff };
    this.#send(response, 'console', this.built?.console?.(requested, visitOf(request)));
  }

  /** Cached permanently only under its own version: a replica may be asked for another replica's style. */
  @Get('brand.css')
  brandStyle(@Query('v') version: unknown, @Res() response: Response): void {
    const { brandStyle, brandVersion } = this.built ?? notServed();
    const kept = version === brandVersion ? 'public, max-age=31536000, immutable' : 'no-store';
    response.type('css').set('Cache-Control', kept).send(brandStyle);
  }

  async #link(token: unknown): Promise<PageFacts['link']> {
    if (token === undefined) return null;
    const found = typeof token === 'string' ? await this.links.find(token) : null;
    if (found === null) return 'invalid';
    return found.isExpired ? 'expired' : { token: found.token, terms: found.terms };
  }

  /** Personal content, such as an address in a link, must not be cached. */
  #send(
    response: Response,
    page: 'checkout' | 'order' | 'console',
    document: string | undefined,
    isPersonal = false,
  ): void {
    response.set(this.#headers[page]).vary('Accept-Language').type('html');
    if (isPersonal) response.set('Cache-Control', 'no-store');
    response.send(document ?? notServed());
  }
}

function notServed(): never {
  throw new Problem('not_found', PROBLEM_TEXTS.pagesNotServed);
}
