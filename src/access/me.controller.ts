import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../platform/callers/caller.js';
import { oneOf, shape, text, texts } from '../platform/http/answers/shape.js';
import { CurrentCaller } from './caller.decorator.js';
import { permissionsOf, STAFF } from './permissions.js';

const KINDS = ['key', 'token', 'everybody'] as const;

const ME = shape('MeDto', {
  id: text("The caller's id, as in the audit log.", 'key:7c0e1d52-1c2b-4a55-9f0e-0c5f6e0f6f11'),
  name: text('For people: the name of the key, the subject of the token.', 'support desk'),
  kind: oneOf('How the caller is authenticated; `everybody`: with `AUTH=none`, not at all.', KINDS),
  role: oneOf('The role; of several, the last in this list.', STAFF),
  permissions: texts('The calls that the caller may make, as method and path.', [
    'GET /v1/admin/me',
    'GET /v1/admin/orders',
    'GET /v1/admin/orders/:merchantOrderNo',
  ]),
});

@ApiTags('staff')
@Controller('v1/admin/me')
export class MeController {
  @Get()
  @ApiOperation({ summary: 'Who am I?', description: 'The calling member of staff, and what it may do.' })
  @ApiOkResponse({ type: ME.Dto, description: 'The caller.' })
  read(@CurrentCaller() caller: Caller) {
    const role = STAFF.findLast((one) => caller.capacities.includes(one));
    if (role === undefined) throw new Error('only staff may call this');
    return ME.show({
      id: caller.id,
      name: caller.name,
      kind: kindOf(caller),
      role,
      permissions: permissionsOf(caller),
    });
  }
}

const kindOf = ({ kind }: Caller): (typeof KINDS)[number] => (kind === 'key' || kind === 'everybody' ? kind : 'token');
