import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Settings } from '../platform/config/settings.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { pageHeaders } from './page-headers.js';
import { PagesService } from './pages.service.js';

/** What customers see. Everything that the pages know of orders they ask the API for, as any frontend does. */
@ApiExcludeController()
@Controller()
export class PagesController {
  readonly #headers: Readonly<Record<string, string>>;

  constructor(
    private readonly pages: PagesService,
    settings: Settings,
  ) {
    this.#headers = pageHeaders(settings.pages.brand.logoUrl);
  }

  /** Whoever knows only the address of the service; a link's parameters come along. */
  @Get()
  root(@Req() { originalUrl }: Request, @Res() response: Response): void {
    if (this.pages.built === null) notServed();
    const [, ...query] = originalUrl.split('?');
    response.redirect(302, ['/checkout', ...query].join('?'));
  }

  @Get('checkout')
  checkout(@Req() { host }: Request, @Res() response: Response): void {
    this.#send(response, this.pages.built?.checkout(host));
  }

  /** The page asks for the order by itself: the document is the same for every number. */
  @Get('orders/:merchantOrderNo')
  order(@Req() { host }: Request, @Res() response: Response): void {
    this.#send(response, this.pages.built?.order(host));
  }

  /** Kept for ever under its own version alone: while replicas change, one may be asked for the style of another. */
  @Get('brand.css')
  brandStyle(@Query('v') version: unknown, @Res() response: Response): void {
    const { brandStyle, brandVersion } = this.pages.built ?? notServed();
    const kept = version === brandVersion ? 'public, max-age=31536000, immutable' : 'no-store';
    response.type('css').set('Cache-Control', kept).send(brandStyle);
  }

  #send(response: Response, document: string | undefined): void {
    response
      .set(this.#headers)
      .type('html')
      .send(document ?? notServed());
  }
}

function notServed(): never {
  throw new Problem('not_found', PROBLEM_TEXTS.pagesNotServed);
}
