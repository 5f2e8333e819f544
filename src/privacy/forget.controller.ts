import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor } from '../access/actor.decorator.js';
import type { Actor } from '../audit/audit.types.js';
import { ApiProblems } from '../platform/http/problem-response.js';
import { wrongFields } from '../platform/problems/problem.js';
import type { ErasureSubject } from './erasure-list.js';
import { ForgetDto, ForgottenDto } from './forget.dto.js';
import { ForgetService } from './forget.service.js';

@ApiTags('admin')
@Controller('v1/admin/forget')
export class ForgetController {
  constructor(private readonly forgetting: ForgetService) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Forget a customer',
    description:
      'Overwrites what is personal wherever it is kept. Numbers, amounts, statuses and histories stay. While an order is ' +
      'open or in review nothing is done; with `force`, one that only waits for a payment ends as ' +
      'expired. The same again goes on with what an interrupted request left.',
  })
  @ApiOkResponse({ type: ForgottenDto, description: 'The customer is forgotten.' })
  @ApiProblems('not_found', 'order_not_ended')
  async forget(@CurrentActor() actor: Actor, @Body() body: ForgetDto): Promise<ForgottenDto> {
    const { dryRun = false, force = false } = body;
    return this.forgetting.forget(actor, subjectOf(body), { dryRun, force });
  }
}

function subjectOf({ customer, email, merchantOrderNo }: ForgetDto): ErasureSubject {
  const given = Object.entries({ customer, email, order: merchantOrderNo }) as [
    ErasureSubject['kind'],
    string | undefined,
  ][];
  const [subject, ...others] = given.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
  if (subject !== undefined && others.length === 0) return subject;
  const message = 'must be the only one of customer, email and merchantOrderNo';
  throw wrongFields(['customer', 'email', 'merchantOrderNo'].map((field) => ({ field, message })));
}
