import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../audit/audit.types.js';
import { ApiId } from '../../platform/http/input/api-fields.js';
import { ApiProblems } from '../../platform/http/problem-response.js';
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { momentOf } from '../../platform/time/time.js';
import { pageSize } from '../../platform/database/pages.js';
import { CurrentActor } from '../actor.decorator.js';
import { KeyManagementService } from './key-management.service.js';
import { KEY, KEYS, NEW_KEY, presentKey, presentNewKey, ROTATED_KEY } from './key.presenter.js';
import { CreateKeyDto, KeysQueryDto, RevokeKeyDto, RotateKeyDto } from './keys.dto.js';

@ApiTags('admin')
@Controller('v1/admin/keys')
export class KeysController {
  constructor(private readonly keys: KeyManagementService) {}

  @Get()
  @ApiOperation({
    summary: 'List API keys',
    description: 'All keys, including expired and revoked ones, newest first.',
  })
  @ApiOkResponse({ type: KEYS.Dto, description: 'A page of the list.' })
  async list(@Query() { limit, cursor }: KeysQueryDto): Promise<ShownBy<typeof KEYS>> {
    const { items, next } = await this.keys.list(pageSize(limit), cursor ?? null);
    return { items: items.map(presentKey), nextCursor: next };
  }

  @Post()
  @HttpCode(201)
  @ApiOperation({ summary: 'Make an API key', description: 'Only this response shows the key.' })
  @ApiCreatedResponse({ type: NEW_KEY.Dto, description: 'The key was made.' })
  async create(@CurrentActor() actor: Actor, @Body() body: CreateKeyDto) {
    return presentNewKey(await this.keys.create(actor, { ...body, expiresAt: momentOf(body.expiresAt ?? '') }));
  }

  @Post(':id/rotate')
  @HttpCode(201)
  @ApiId('a key; not the key')
  @ApiOperation({
    summary: 'Replace an API key',
    description:
      'The successor is the same caller with the same role, and owns the same orders. Both keys are valid during the overlap.',
  })
  @ApiCreatedResponse({ type: ROTATED_KEY.Dto, description: 'The successor and the key that it replaces.' })
  @ApiProblems('not_found', 'key_not_rotatable')
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { overlapSeconds }: RotateKeyDto,
  ): Promise<ShownBy<typeof ROTATED_KEY>> {
    const { successor, replaced } = await this.keys.rotate(actor, id, overlapSeconds * 1000);
    return { ...presentNewKey(successor), replaces: presentKey(replaced) };
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @ApiId('a key; not the key')
  @ApiOperation({
    summary: 'Revoke an API key',
    description: 'Takes effect on all replicas within seconds. You may revoke your own key; a repeat changes nothing.',
  })
  @ApiOkResponse({ type: KEY.Dto, description: 'The revoked key.' })
  @ApiProblems('not_found')
  async revoke(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() { reason }: RevokeKeyDto) {
    return presentKey(await this.keys.revoke(actor, id, reason ?? null));
  }
}
