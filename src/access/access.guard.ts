import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../http/request-caller.js';
import { Problem } from '../shared/problem.js';

/**
 * No route below `/v1` is entered by an unknown caller. The route's own pattern is looked at, not the address that was
 * asked for: `/V1/quotes` leads to the same route.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { path } = request.route as { path: string };
    if (/^\/v1(\/|$)/.test(path) && callerOf(request) === null) {
      throw new Problem('unauthenticated', 'Please say who you are.');
    }
    return true;
  }
}
