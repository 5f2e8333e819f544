import { Injectable } from '@nestjs/common';
import type { NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { rememberCaller } from '../platform/http/request.js';
import { isCounted } from '../platform/limits/familiar-keys.js';
import { LimitsService } from '../platform/limits/limits.service.js';
import { withPayer } from '../platform/limits/payer-context.js';
import type { Payer } from '../platform/limits/payer-context.js';
import { AccessService } from './access.service.js';
import { addressBlock } from '../platform/text/ip-address.js';
import { CLIENT_SECRET } from '../platform/terms/order.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { inRequestTime } from '../platform/time/request-time.js';
import type { Caller } from '../platform/callers/caller.js';

/** Identifies the caller before routing, so that a stranger cannot tell which routes exist. */
@Injectable()
export class AccessMiddleware implements NestMiddleware {
  constructor(
    private readonly access: AccessService,
    private readonly limits: LimitsService,
  ) {}

  async use(request: Request, _response: Response, next: NextFunction): Promise<void> {
    const caller = await inRequestTime(this.access.identify(request.rawHeaders, request.ip ?? null));
    rememberCaller(request, caller);
    if (isMadeUp(caller) && ORDER.test(request.path))
      throw new Problem('not_found', PROBLEM_TEXTS.orderNotFound, MADE_UP);
    if (caller.kind === 'customer') this.limits.spend('caller', caller.id);
    if (caller.kind === 'key' && !isCounted(request)) this.limits.spend('key', caller.id);
    withPayer(payerOf(caller, request.ip ?? ''), () => {
      next();
    });
  }
}

/** Relative to `/v1`. */
const ORDER = /^\/orders\/./i;
const MADE_UP = { security: { event: 'authn_login_fail', facts: { by: 'headers', reason: 'malformed' } } } as const;

/** A malformed client secret cannot match any order, so neither the order nor the body needs reading. */
function isMadeUp({ kind, clientSecret }: Caller): boolean {
  return kind === 'guest' && clientSecret !== null && !CLIENT_SECRET.test(clientSecret.reveal());
}

/** Guests count by address, since they can vary everything else per request. */
function payerOf(caller: Caller, address: string): Payer | null {
  if (caller.kind === 'everybody') return null;
  if (caller.kind === 'guest') return { id: `address ${addressBlock(address)}`, isGuest: true };
  return { id: `caller ${caller.id}`, isGuest: false };
}
