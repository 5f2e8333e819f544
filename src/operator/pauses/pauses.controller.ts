import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiPropertyOptional,
  ApiTags,
} from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { IsFiat } from '../../catalog/catalog.dto.js';
import { each, moment, oneOf, orNull, shape, text, uuid } from '../../platform/http/answers/shape.js';
import { ApiId } from '../../platform/http/input/api-fields.js';
import { IsCountry, IsMoment, IsReason, IsWord } from '../../platform/http/input/rules.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import { SIDES } from '../../ramp/port/ramp.types.js';
import type { Side } from '../../ramp/port/trade-facts.js';
import { StaffPausesService } from './staff-pauses.service.js';

const REASON = 'Card payments fail at the provider; ticket 4711.';

const PAUSE = shape('PauseDto', {
  id: uuid('The id.'),
  side: orNull(oneOf<string>('Purchases or sales; null: both.', SIDES)),
  fiat: orNull(text('The fiat currency; null: any.', 'USD')),
  crypto: orNull(text('The cryptocurrency; null: any.', 'USDT')),
  network: orNull(text('The network; null: any.', 'ETH')),
  payWayCode: orNull(text('The payment method; null: any.', '10001')),
  country: orNull(text('Where the customer lives; null: anywhere.', 'US')),
  reason: text('Why, for staff.', REASON),
  until: orNull(moment('When it ends by itself; null: when staff ends it.')),
  by: text('The name of the member of staff.', 'support desk'),
  at: moment('When it began.'),
});
const PAUSES = shape('PausesDto', { items: each('Those in force, newest first.', PAUSE) });

class BeginPauseDto {
  @ApiPropertyOptional({ enum: SIDES, nullable: true, example: 'BUY', description: 'Only purchases, or only sales.' })
  @IsOptional()
  @IsIn(SIDES)
  side?: Side | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^[A-Z]{3}$',
    example: 'EUR',
    description: 'Only this currency.',
  })
  @IsOptional()
  @IsFiat()
  fiat?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'USDT', description: 'Only this cryptocurrency.' })
  @IsOptional()
  @IsWord()
  crypto?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: 'ETH', description: 'Only this network.' })
  @IsOptional()
  @IsWord()
  network?: string | null;

  @ApiPropertyOptional({ type: String, nullable: true, example: '10002', description: 'Only this payment method.' })
  @IsOptional()
  @IsWord()
  payWayCode?: string | null;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    pattern: '^[A-Z]{2}$',
    example: 'DE',
    description: 'Only customers of this country.',
  })
  @IsOptional()
  @IsCountry()
  country?: string | null;

  @ApiProperty({
    type: String,
    minLength: 3,
    maxLength: 1000,
    example: REASON,
    description: 'Why, for staff, in one line.',
  })
  @IsReason(3, 1000)
  reason!: string;

  @ApiPropertyOptional({
    type: String,
    nullable: true,
    format: 'date-time',
    example: '2099-01-31T12:00:00Z',
    description: 'When the pause ends by itself. Customers are told.',
  })
  @IsOptional()
  @IsMoment()
  until?: string | null;
}

@ApiTags('staff')
@Controller('v1/admin/pauses')
export class PausesController {
  constructor(private readonly pauses: StaffPausesService) {}

  @Get()
  @ApiOperation({ summary: 'Pauses in force', description: 'What is not sold at present, and why.' })
  @ApiOkResponse({ type: PAUSES.Dto, description: 'All of them.' })
  async list() {
    return PAUSES.show({ items: (await this.pauses.list()).map((pause) => ({ ...pause, by: pause.begunBy })) });
  }

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Pause new trades',
    description:
      'Of what has all the given fields; without any: everything. In force at every replica within two seconds. Trades ' +
      'that exist go on. The same fields again replace the pause.',
  })
  @ApiCreatedResponse({ type: PAUSE.Dto, description: 'The pause is in force.' })
  async begin(@CurrentActor() actor: Actor, @Body() { reason, until, ...scope }: BeginPauseDto) {
    const pause = await this.pauses.begin(actor, scope, reason, until ?? null);
    return PAUSE.show({ ...pause, by: pause.begunBy });
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiId('a pause')
  @ApiOperation({ summary: 'End a pause', description: 'It is sold again at every replica within two seconds.' })
  @ApiNoContentResponse({ description: 'Ended.' })
  @ApiProblems('not_found')
  end(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.pauses.end(actor, id);
  }
}
