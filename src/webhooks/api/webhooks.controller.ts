import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor } from '../../access/actor.decorator.js';
import type { Actor } from '../../audit/audit.types.js';
import { ApiId } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { momentOf } from '../../platform/time/time.js';
import { wrongField } from '../../platform/problems/problem.js';
import { EndpointsService } from '../endpoints.service.js';
import type { NewEndpoint } from '../endpoints.service.js';
import type { EndpointRow } from '../webhook.types.js';
import {
  BEGUN_DELIVERY,
  ChangeWebhookDto,
  CreateWebhookDto,
  NEW_WEBHOOK,
  ReplayDto,
  REPLAYED,
  WEBHOOK,
  WEBHOOKS,
} from './webhooks.dto.js';

const presentEndpoint = (row: EndpointRow): ShownBy<typeof WEBHOOK> =>
  WEBHOOK.show({ ...row, enabled: row.disabledReason === null });

const presentNewEndpoint = ({ endpoint, verifier }: NewEndpoint): ShownBy<typeof NEW_WEBHOOK> =>
  NEW_WEBHOOK.show({ ...endpoint, enabled: endpoint.disabledReason === null, secret: verifier });

@ApiTags('admin')
@Controller('v1/admin/webhooks')
export class WebhooksController {
  constructor(private readonly endpoints: EndpointsService) {}

  @Get()
  @ApiOperation({ summary: 'List webhook endpoints', description: 'All of them, oldest first; no secret is shown.' })
  @ApiOkResponse({ type: WEBHOOKS.Dto, description: 'All of them.' })
  async list(): Promise<ShownBy<typeof WEBHOOKS>> {
    return { items: (await this.endpoints.list()).map(presentEndpoint), nextCursor: null };
  }

  @Post()
  @HttpCode(201)
  @ApiOperation({
    summary: 'Make a webhook endpoint',
    description: 'It receives events from now on. Only this response shows the secret.',
  })
  @ApiCreatedResponse({ type: NEW_WEBHOOK.Dto, description: 'The endpoint was made.' })
  async create(@CurrentActor() actor: Actor, @Body() { signature, description = null, ...wish }: CreateWebhookDto) {
    return presentNewEndpoint(await this.endpoints.create(actor, { ...wish, description }, signature));
  }

  @Get(':id')
  @ApiId('an endpoint')
  @ApiOperation({ summary: 'A webhook endpoint', description: 'With how its last attempts went; no secret is shown.' })
  @ApiOkResponse({ type: WEBHOOK.Dto, description: 'The endpoint.' })
  @ApiProblems('not_found')
  async get(@Param('id') id: string) {
    return presentEndpoint(await this.endpoints.get(id));
  }

  @Patch(':id')
  @ApiId('an endpoint')
  @ApiOperation({
    summary: 'Change a webhook endpoint',
    description: 'It holds on all replicas within a second.',
  })
  @ApiOkResponse({ type: WEBHOOK.Dto, description: 'The endpoint as it is now.' })
  @ApiProblems('not_found')
  async change(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() change: ChangeWebhookDto) {
    return presentEndpoint(await this.endpoints.change(actor, id, change));
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiId('an endpoint')
  @ApiOperation({
    summary: 'Delete a webhook endpoint',
    description: 'With its deliveries; `enabled: false` keeps them.',
  })
  @ApiNoContentResponse({ description: 'Deleted.' })
  @ApiProblems('not_found')
  delete(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<void> {
    return this.endpoints.delete(actor, id);
  }

  @Post(':id/rotate')
  @HttpCode(201)
  @ApiId('an endpoint')
  @ApiOperation({
    summary: 'Replace the secret of a webhook endpoint',
    description: 'For 24 hours messages carry a signature by each of the two.',
  })
  @ApiCreatedResponse({ type: NEW_WEBHOOK.Dto, description: 'The endpoint, with its new secret.' })
  @ApiProblems('not_found', 'key_not_rotatable')
  async rotate(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return presentNewEndpoint(await this.endpoints.rotate(actor, id));
  }

  @Post(':id/test')
  @HttpCode(202)
  @ApiId('an endpoint')
  @ApiOperation({
    summary: 'Send a test message',
    description: 'An `endpoint.test`; `GET /v1/admin/deliveries/:id` tells what came of it.',
  })
  @ApiAcceptedResponse({ type: BEGUN_DELIVERY.Dto, description: 'Accepted; the delivery follows.' })
  @ApiProblems('not_found')
  async test(@CurrentActor() actor: Actor, @Param('id') id: string) {
    return BEGUN_DELIVERY.show({ deliveryId: await this.endpoints.test(actor, id) });
  }

  @Post(':id/replay')
  @HttpCode(202)
  @ApiId('an endpoint')
  @ApiOperation({
    summary: 'Deliver again',
    description: 'All messages of a span that the endpoint wants, under the ids that they had.',
  })
  @ApiAcceptedResponse({ type: REPLAYED.Dto, description: 'They are on their way.' })
  @ApiProblems('not_found')
  async replay(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() { from, to, events }: ReplayDto) {
    const span = { from: momentOf(from), to: momentOf(to ?? ''), events: events ?? null };
    if (span.from === null) throw wrongField('from', 'must be a time');
    return REPLAYED.show({ messages: await this.endpoints.replay(actor, id, { ...span, from: span.from }) });
  }
}
