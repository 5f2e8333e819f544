import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../http/problem-schema.js';
import type { CryptoPair } from '../ramp/ramp.types.js';
import { CatalogService } from './catalog.service.js';
import { CryptosDto, CryptosQueryDto } from './cryptos.dto.js';
import { isEnabled } from './rules/limits.js';
import { isMemoRequired } from './rules/memo.js';

type ListedPair = CryptoPair & { readonly memoRequired: boolean };

@ApiTags('catalog')
@Controller('v1/cryptos')
export class CryptosController {
  constructor(private readonly catalog: CatalogService) {}

  /** What can be bought and sold, with limits. */
  @Get()
  @ApiOkResponse({ type: CryptosDto })
  @ApiProblems(
    'invalid_request',
    'unauthenticated',
    'crypto_not_available',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
  )
  async list(@Query() query: CryptosQueryDto): Promise<{ fiat: string; asOf: string; items: ListedPair[] }> {
    const { fiat, side } = query;
    const { pairs, asOf } = await this.catalog.listCryptos(fiat);
    const items = pairs
      .filter((pair) => side === undefined || isEnabled(pair, side))
      .map((pair) => ({ ...pair, memoRequired: isMemoRequired(pair.network) }));
    return { fiat, asOf: asOf.toISOString(), items };
  }
}
