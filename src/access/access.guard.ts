import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../platform/http/request-caller.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { OPEN, permissionOf } from './permissions.js';

/**
 * Lets in whom the table of permissions names. The route's own pattern is looked up, not the address that was asked for:
 * `/V1/quotes` leads to the same route.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { path } = request.route as { path: string };
    const permission = permissionOf(request.method, path);
    // Only what is below `/v1` has callers; that the rest is in the table too is for the checks to say.
    if (permission === OPEN || !/^\/v1(\/|$)/.test(path)) return true;
    const caller = callerOf(request);
    if (caller !== null && permission?.some((capacity) => caller.capacities.includes(capacity))) return true;
    // A guest is nobody in particular: somebody who says who he is may be let in.
    if (caller === null || caller.kind === 'guest')
      throw new Problem('unauthenticated', PROBLEM_TEXTS.authenticationRequired);
    const facts = { method: request.method, route: path };
    throw new Problem('forbidden', PROBLEM_TEXTS.notPermitted, { security: { event: 'authz_fail', facts } });
  }
}
