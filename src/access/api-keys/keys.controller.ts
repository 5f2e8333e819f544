import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Actor } from '../../audit/audit.types.js';
import { ApiId } from '../../platform/http/input/parameters.js';
import { ApiProblems } from '../../platform/http/problems/problem-schema.js';
import type { ShownBy } from '../../platform/http/answers/shape.js';
import { momentOf } from '../../platform/shared/moment.js';
import { pageSize } from '../../platform/shared/page.js';
import { CurrentActor } from '../actor.decorator.js';
import { KeyManagementService } from './key-management.service.js';
import { presentKey, presentNewKey } from './key.presenter.js';
import { CreateKeyDto, KEY, KEYS, KeysQueryDto, NEW_KEY, RevokeKeyDto, ROTATED_KEY, RotateKeyDto } from './keys.dto.js';

@ApiTags('admin')
@Controller('v1/admin/keys')
export class KeysController {
  constructor(private readonly keys: KeyManagementService) {}

  @Get()
  @ApiOperation({ summary: 'List API keys', description: 'All that there ever were, newest first.' })
  @ApiOkResponse({ type: KEYS.Dto, description: 'A page of the list.' })
  async list(@Query() { limit, cursor }: KeysQueryDto): Promise<ShownBy<typeof KEYS>> {
    const { items, next } = await this.keys.list(pageSize(limit), cursor ?? null);
    return { items: items.map(presentKey), nextCursor: next };
  }

  @Post()
  @HttpCode(201)
  @ApiOperation({ summary: 'Make an API key', description: 'The answer is the only one that ever shows the key.' })
  @ApiCreatedResponse({ type: NEW_KEY.Dto, description: 'The key was made.' })
  async create(@CurrentActor() actor: Actor, @Body() { name, role, scope, expiresAt, addresses }: CreateKeyDto) {
    const made = await this.keys.create(actor, {
      name,
      role,
      scope: scope ?? null,
      expiry: momentOf(expiresAt ?? ''),
      addresses: addresses ?? null,
    });
    return presentNewKey(made, made.now);
  }

  @Post(':id/rotate')
  @HttpCode(201)
  @ApiId('a key; not the key')
  @ApiOperation({
    summary: 'Replace an API key',
    description:
      'The successor is the same caller with the same role: it owns what the old key owns. Both are good at first.',
  })
  @ApiCreatedResponse({ type: ROTATED_KEY.Dto, description: 'The successor, and what it replaces.' })
  @ApiProblems('not_found', 'key_not_rotatable')
  async rotate(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() { overlapSeconds }: RotateKeyDto,
  ): Promise<ShownBy<typeof ROTATED_KEY>> {
    const { successor, replaced } = await this.keys.rotate(actor, id, overlapSeconds * 1000);
    return { ...presentNewKey(successor, replaced.now), replaces: presentKey(replaced) };
  }

  @Post(':id/revoke')
  @HttpCode(200)
  @ApiId('a key; not the key')
  @ApiOperation({
    summary: 'End an API key',
    description:
      'It holds on all replicas within seconds. Your own key may be ended too; doing it again changes nothing.',
  })
  @ApiOkResponse({ type: KEY.Dto, description: 'The key, which is revoked.' })
  @ApiProblems('not_found')
  async revoke(@CurrentActor() actor: Actor, @Param('id') id: string, @Body() { reason }: RevokeKeyDto) {
    return presentKey(await this.keys.revoke(actor, id, reason ?? null));
  }
}
