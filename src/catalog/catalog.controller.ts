import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Settings } from '../platform/config/settings.js';
import { ApiProblems } from '../platform/http/problem-response.js';
import { CRYPTOS, CryptosQueryDto, QuoteRequestDto, QUOTES } from './catalog.dto.js';
import { CatalogService } from './catalog.service.js';
import type { ShownBy } from '../platform/http/answers/shape.js';
import { PausesService } from '../pauses/pauses.service.js';
import { pausedBy } from '../pauses/rules/pause.js';
import type { Paused } from '../pauses/rules/pause.js';
import type { Side } from '../ramp/port/trade-facts.js';
import { isChecked, isMemoRequired, memoLabel } from './rules/destination.js';
import { isEnabled } from './rules/limits.js';

/** The list states its age. */
const CACHE_CONTROL = 'private, max-age=15';

@ApiTags('catalog')
@Controller('v1/cryptos')
export class CryptosController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly settings: Settings,
    private readonly pauses: PausesService,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'What can be bought and sold',
    description: 'Each cryptocurrency on each network that the provider enabled, with limits in a fiat currency.',
  })
  @ApiOkResponse({ type: CRYPTOS.Dto, description: 'The list; `asOf` says how old it is.' })
  @ApiProblems('crypto_not_available', 'ramp_configuration', 'ramp_refused', 'ramp_protocol', 'ramp_unavailable')
  async list(
    @Query() { fiat, side }: CryptosQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ShownBy<typeof CRYPTOS>> {
    const { pairs, asOf } = await this.catalog.listCryptos(fiat);
    const pauses = await this.pauses.inForce();
    const { networks } = this.settings;
    const items = pairs
      .filter((pair) => side === undefined || isEnabled(pair, side))
      .map((pair) => {
        const { crypto, network } = pair;
        const paused = (of: Side): Paused | null => pausedBy(pauses, { side: of, fiat, crypto, network });
        const [buyPaused, sellPaused] = [paused('BUY'), paused('SELL')];
        return {
          ...pair,
          buyEnabled: pair.buyEnabled && buyPaused === null,
          sellEnabled: pair.sellEnabled && sellPaused === null,
          buyPaused,
          sellPaused,
          addressChecked: isChecked(network, networks),
          memoRequired: isMemoRequired(network, networks),
          memoLabel: memoLabel(network, networks),
        };
      });
    response.setHeader('Cache-Control', CACHE_CONTROL);
    return CRYPTOS.show({ fiat, asOf, items });
  }
}

@ApiTags('catalog')
@Controller('v1/quotes')
export class QuotesController {
  constructor(private readonly catalog: CatalogService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'What an amount would buy, or sell for',
    description:
      'Asks the provider now, for one payment method or for all of them. An estimate: nothing is held by it.',
  })
  @ApiOkResponse({ type: QUOTES.Dto, description: 'Always a list, the best one first.' })
  @ApiProblems(
    'amount_precision',
    'amount_out_of_range',
    'crypto_not_available',
    'pay_way_not_available',
    'paused',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
  )
  async create(@Body() body: QuoteRequestDto): Promise<ShownBy<typeof QUOTES>> {
    const { payWayCode, type, ...rest } = body;
    return QUOTES.show(await this.catalog.prices({ ...rest, payWayCode: payWayCode ?? null, type: type ?? 'ONE' }));
  }
}
