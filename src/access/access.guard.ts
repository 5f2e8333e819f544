import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../platform/http/request.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { OPEN, permissionOf } from './permissions.js';

/**
 * Lets in the callers that the permission table names. It looks up the route's pattern, not the requested path:
 * `/V1/quotes` matches the same route.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { path } = request.route as { path: string };
    const permission = permissionOf(request.method, path);
    // Only routes below `/v1` have callers; checks assert that the table lists the others too.
    if (permission === OPEN || !/^\/v1(\/|$)/.test(path)) return true;
    const caller = callerOf(request);
    if (caller !== null && permission?.some((capacity) => caller.capacities.includes(capacity))) return true;
    // 401 for guests, since signing in may help; others get 403.
    if (caller === null || caller.kind === 'guest')
      throw new Problem('unauthenticated', PROBLEM_TEXTS.authenticationRequired);
    const facts = { method: request.method, route: path };
    throw new Problem('forbidden', PROBLEM_TEXTS.notPermitted, { security: { event: 'authz_fail', facts } });
  }
}
