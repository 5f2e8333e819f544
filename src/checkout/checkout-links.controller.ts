import { Body, Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Settings } from '../platform/config/settings.js';
import { ApiProblems } from '../platform/http/problem-response.js';
import { CheckoutLinkDto, CheckoutLinkRequestDto } from './checkout.dto.js';
import { CheckoutLinksService } from './checkout-links.service.js';

@ApiTags('checkout')
@Controller('v1/checkout-links')
export class CheckoutLinksController {
  constructor(
    private readonly links: CheckoutLinksService,
    private readonly settings: Settings,
  ) {}

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Make a link to the checkout page',
    description:
      'Signs the fields that the link fixes. Only a signed link can fix address and memo; a link with a number makes at most one order.',
  })
  @ApiCreatedResponse({ type: CheckoutLinkDto, description: 'The link.' })
  @ApiProblems('amount_precision', 'address_invalid', 'memo_required', 'redirect_not_allowed')
  async create(@Body() body: CheckoutLinkRequestDto, @Req() request: Request): Promise<CheckoutLinkDto> {
    const { path, expiresAt } = await this.links.make(body, body.expiresIn);
    const base = this.settings.publicUrl ?? `${request.protocol}://${request.host}`;
    return { url: base + path, expiresAt: expiresAt.toISOString() };
  }
}
