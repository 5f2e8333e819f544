import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { count, each, flag, moment, one, orNull, shape, text } from '../../platform/http/answers/shape.js';
import { IsText, MayBeAbsent } from '../../platform/http/input/rules.js';
import { LOOKED_AT, MethodsService, MOST_HOURS } from './methods.service.js';

const FIGURES = {
  made: count('The number of trades.', 40),
  refused: count('Of these, refused by the provider when they were made.', 1),
  failed: count('Of these, those whose payment failed.', 3),
  paid: count('Of these, paid; completed and refunded ones included.', 30),
  completed: count('Of these, completed.', 28),
  medianSecondsToPaid: orNull(
    count("Half of the paid ones took longer, by the provider's clock; null: it names no time of payment.", 95),
  ),
};

const METHOD = shape('MethodDto', {
  payWayCode: text('The payment method.', '10001'),
  fiat: text('The fiat currency.', 'USD'),
  crypto: text('The cryptocurrency.', 'USDT'),
  network: text('The network.', 'ETH'),
  ...FIGURES,
  before: one(
    'A week before: trades of the same hours, as they were at the end of these hours.',
    shape('MethodBeforeDto', FIGURES),
  ),
  fell: flag(
    'The share of paid trades is less than half of that a week before, with at least ten trades in each. With fewer, the same holds for all coins of the method in this currency.',
    false,
  ),
});

const METHODS = shape('MethodsDto', {
  since: moment(`Trades made since then count; later than asked for if more than ${LOOKED_AT} orders were created.`),
  items: each('Fallen ones first, then by the number of trades; at most 500.', METHOD),
});

class MethodsQueryDto {
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MOST_HOURS,
    default: 24,
    example: 24,
    description: 'The hours to look back.',
  })
  @MayBeAbsent()
  @IsText(
    'isHours',
    (hours) => /^[1-9]\d{0,2}$/.test(hours) && Number(hours) <= MOST_HOURS,
    `must be 1 to ${MOST_HOURS}`,
  )
  hours?: string;
}

@ApiTags('staff')
@Controller('v1/admin/methods')
export class MethodsController {
  constructor(private readonly methods: MethodsService) {}

  @Get()
  @ApiOperation({
    summary: 'Which payment methods work',
    description:
      'Purchases of the last hours by payment method and coin. A retry counts if its order is at most a day older.',
  })
  @ApiOkResponse({ type: METHODS.Dto, description: 'The figures, of one moment.' })
  async read(@Query() { hours = '24' }: MethodsQueryDto) {
    return METHODS.show(await this.methods.of(Number(hours)));
  }
}
