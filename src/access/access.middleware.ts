import { Injectable } from '@nestjs/common';
import type { NestMiddleware } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { rememberCaller } from '../platform/http/request-caller.js';
import { isCounted } from '../platform/limits/counted-requests.js';
import { LimitsService } from '../platform/limits/limits.service.js';
import { withPayer } from '../platform/limits/payer-context.js';
import type { Payer } from '../platform/limits/payer-context.js';
import { AccessService } from './access.service.js';
import { addressBlock } from '../platform/shared/address-block.js';
import { CLIENT_SECRET } from '../platform/shared/client-secret.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { inRequestTime } from '../platform/shared/request-time.js';
import type { Caller } from '../platform/shared/caller.js';

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
    const caller = await inRequestTime(this.access.identifyBy(request.rawHeaders, request.ip ?? null));
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

/** Below `/v1`. */
const ORDER = /^\/orders\/./i;
const MADE_UP = { security: { event: 'authn_login_fail', facts: { by: 'headers', reason: 'malformed' } } } as const;

/** Shows nothing but a text that cannot be the secret of any order: its order and body need not be read. */
function isMadeUp({ kind, clientSecret }: Caller): boolean {
  return kind === 'guest' && clientSecret !== null && !CLIENT_SECRET.test(clientSecret.reveal());
}

/**
 * On whose account a request's calls to the provider go; null: callers are not told apart. Two guests are told apart by
 * their addresses alone: everything else they can choose anew for each request.
 */
function payerOf(caller: Caller, address: string): Payer | null {
  if (caller.kind === 'everybody') return null;
  if (caller.kind === 'guest') return { id: `address ${addressBlock(address)}`, isGuest: true };
  return { id: `caller ${caller.id}`, isGuest: false };
}
