import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { Actor } from '../audit/audit.types.js';
import { callerOf } from '../platform/http/request.js';

/** The calling member of staff, as the audit log names actors. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const request = context.switchToHttp().getRequest<Request>();
  const caller = callerOf(request);
  if (caller === null) throw new Error('there is no caller outside of /v1');
  return { id: caller.id, name: caller.name, address: request.ip ?? null };
});
