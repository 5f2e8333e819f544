import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CheckoutLinksService } from '../checkout/checkout-links.service.js';
import { Settings } from '../platform/config/settings.js';
import type { PageFacts } from '../platform/shared/page-facts.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { pageHeaders } from './page-headers.js';
import { PagesService } from './pages.service.js';

/** What customers see. Everything that the pages know of orders they ask the API for, as any frontend does. */
@ApiExcludeController()
@Controller()
export class PagesController {
  readonly #headers: Readonly<Record<'checkout' | 'order', Readonly<Record<string, string>>>>;

  constructor(
    private readonly pages: PagesService,
    private readonly links: CheckoutLinksService,
    { pages: { brand }, guests: { challenge } }: Settings,
  ) {
    this.#headers = {
      checkout: pageHeaders(brand.logoUrl, challenge?.widget?.sources),
      order: pageHeaders(brand.logoUrl),
    };
  }

  /** Whoever knows only the address of the service; a link's parameters come along. */
  @Get()
  root(@Req() { originalUrl }: Request, @Res() response: Response): void {
    if (this.pages.built === null) notServed();
    const [, ...query] = originalUrl.split('?');
    response.redirect(302, ['/checkout', ...query].join('?'));
  }

  /** What a link sets is shown as the shop's word: only once it is known that the shop's server had it signed. */
  @Get('checkout')
  async checkout(@Req() { host }: Request, @Query('link') token: unknown, @Res() response: Response): Promise<void> {
    const link = await this.#link(token);
    this.#send(response, 'checkout', this.pages.built?.checkout(host, link), link !== null);
  }

  /** The page asks for the order by itself: the document is the same for every number. */
  @Get('orders/:merchantOrderNo')
  order(@Req() { host }: Request, @Res() response: Response): void {
    this.#send(response, 'order', this.pages.built?.order(host));
  }

  /** Kept for ever under its own version alone: while replicas change, one may be asked for the style of another. */
  @Get('brand.css')
  brandStyle(@Query('v') version: unknown, @Res() response: Response): void {
    const { brandStyle, brandVersion } = this.pages.built ?? notServed();
    const kept = version === brandVersion ? 'public, max-age=31536000, immutable' : 'no-store';
    response.type('css').set('Cache-Control', kept).send(brandStyle);
  }

  async #link(token: unknown): Promise<PageFacts['link']> {
    if (token === undefined) return null;
    const found = typeof token === 'string' ? await this.links.find(token) : null;
    if (found === null) return 'invalid';
    return found.isExpired ? 'expired' : { token: found.token, terms: found.terms };
  }

  /** What is personal, as an address in a link is, no cache may keep. */
  #send(response: Response, page: 'checkout' | 'order', document: string | undefined, isPersonal = false): void {
    response.set(this.#headers[page]).type('html');
    if (isPersonal) response.set('Cache-Control', 'no-store');
    response.send(document ?? notServed());
  }
}

function notServed(): never {
  throw new Problem('not_found', PROBLEM_TEXTS.pagesNotServed);
}
