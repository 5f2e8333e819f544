import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Settings } from '../platform/config/settings.js';
import { ApiProblems } from '../platform/http/problem-response.js';
import { CatalogService } from './catalog.service.js';
import { CryptosDto, CryptosQueryDto } from './cryptos.dto.js';
import { isMemoRequired, memoLabel } from './rules/destination.js';
import { isEnabled } from './rules/limits.js';

/** Short client-side caching; the list states its age. Private: not for shared caches. */
const CACHE_CONTROL = 'private, max-age=15';

@ApiTags('catalog')
@Controller('v1/cryptos')
export class CryptosController {
  constructor(
    private readonly catalog: CatalogService,
    private readonly settings: Settings,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'What can be bought and sold',
    description: 'Each cryptocurrency on each network that the provider enabled, with limits in a fiat currency.',
  })
  @ApiOkResponse({ type: CryptosDto, description: 'The list; `asOf` says how old it is.' })
  @ApiProblems('crypto_not_available', 'ramp_configuration', 'ramp_refused', 'ramp_protocol', 'ramp_unavailable')
  async list(
    @Query() { fiat, side }: CryptosQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CryptosDto> {
    const { pairs, asOf } = await this.catalog.listCryptos(fiat);
    const { networks } = this.settings;
    const items = pairs
      .filter((pair) => side === undefined || isEnabled(pair, side))
      .map((pair) => ({
        ...pair,
        memoRequired: isMemoRequired(pair.network, networks),
        memoLabel: memoLabel(pair.network, networks),
      }));
    response.setHeader('Cache-Control', CACHE_CONTROL);
    return { fiat, asOf: asOf.toISOString(), items };
  }
}
