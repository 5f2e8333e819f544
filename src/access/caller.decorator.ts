import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { callerOf } from '../platform/http/request.js';
import type { Caller } from '../platform/callers/caller.js';

export const CurrentCaller = createParamDecorator((_data: unknown, context: ExecutionContext): Caller => {
  const caller = callerOf(context.switchToHttp().getRequest<object>());
  if (caller === null) throw new Error('there is no caller outside of /v1');
  return caller;
});
