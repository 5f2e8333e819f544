import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { callerOf } from '../http/request-caller.js';
import { Problem } from '../shared/problem.js';

/**
 * Lets in the merchant's own servers only: those that may act for customers. The one place where the role of an API key
 * is asked for; a route says `@UseGuards(CheckoutRoleGuard)`. Callers that are not known do not come this far.
 */
@Injectable()
export class CheckoutRoleGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const caller = callerOf(context.switchToHttp().getRequest<object>());
    if (caller?.mayActForCustomers === true) return true;
    throw new Problem('forbidden', 'Only the merchant\u2019s own servers may do this.');
  }
}
