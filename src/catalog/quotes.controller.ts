import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '../platform/http/problem-response.js';
import { CatalogService } from './catalog.service.js';
import type { Prices } from './catalog.service.js';
import { QuoteRequestDto, QuotesDto } from './quotes.dto.js';

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
  @ApiOkResponse({ type: QuotesDto, description: 'Always a list, the best one first.' })
  @ApiProblems(
    'amount_precision',
    'amount_out_of_range',
    'crypto_not_available',
    'pay_way_not_available',
    'ramp_configuration',
    'ramp_refused',
    'ramp_protocol',
    'ramp_unavailable',
  )
  async create(@Body() body: QuoteRequestDto): Promise<Prices> {
    const { payWayCode, type, ...rest } = body;
    return this.catalog.prices({ ...rest, payWayCode: payWayCode ?? null, type: type ?? 'ONE' });
  }
}
