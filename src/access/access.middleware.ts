import { Injectable } from '@nestjs/common';
import type { NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { rememberCaller } from '../http/request-caller.js';
import { isCounted } from '../limits/counted-requests.js';
import { LimitsService } from '../limits/limits.service.js';
import { withPayer } from '../telemetry/payer-context.js';
import { AccessService } from './access.service.js';
import { payerOf } from './payer-of.js';

/**
 * Who is calling: asked for everything below `/v1`, also where there is no route, so that strangers learn nothing. Then
 * the caller's own limit; guests have none but that of their address, which was looked at before.
 */
@Injectable()
export class AccessMiddleware implements NestMiddleware {
  constructor(
    private readonly access: AccessService,
    private readonly limits: LimitsService,
  ) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    const caller = await this.access.identifyBy(request.rawHeaders);
    rememberCaller(request, caller);
    if (caller.kind === 'customer') this.limits.spend('caller', caller.id);
    if (caller.kind === 'key' && !isCounted(request)) this.limits.spend('key', caller.id);
    withPayer(payerOf(caller, request.ip ?? ''), () => {
      next();
    });
  }
}
