import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Settings } from '../config/settings.js';
import { Problem } from '../shared/problem.js';
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

  @Get('checkout')
  checkout(@Res() response: Response): void {
    this.#send(response, this.pages.built?.checkout);
  }

  /** The page asks for the order by itself: the document is the same for every number. */
  @Get('orders/:merchantOrderNo')
  order(@Res() response: Response): void {
    this.#send(response, this.pages.built?.order);
  }

  @Get('brand.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  @Header('Cache-Control', 'public, max-age=31536000, immutable')
  brandStyle(): string {
    return this.pages.built?.brandStyle ?? notServed();
  }

  #send(response: Response, document: string | undefined): void {
    response
      .set(this.#headers)
      .type('html')
      .send(document ?? notServed());
  }
}

function notServed(): never {
  throw new Problem('not_found', 'This service does not serve pages.');
}
