import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { callerOf } from '../platform/http/request.js';
import type { Caller, Capacity } from '../platform/callers/caller.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';

const CUSTOMERS = ['customer', 'checkout'] as const;
/** The owner of an order, or the holder of its secret; which one owns it is checked where the order is read. */
const OWNERS = [...CUSTOMERS, 'holder'] as const;
/** Roles of staff. */
export const STAFF = ['support', 'finance', 'admin'] as const;
const SUPPORT = ['support', 'admin'] as const;
const FINANCE = ['finance', 'admin'] as const;
const ADMIN = ['admin'] as const;

/** Needs no caller: public, or authorised by the request itself, as by a callback's token. */
export const OPEN = 'open';

export type Permission = typeof OPEN | readonly Capacity[];

/** The permission table: a route is open to any caller with one of its capacities, and an unlisted route to none. */
export const PERMISSIONS: Readonly<Record<string, Permission>> = {
  'POST /v1/checkouts': [...CUSTOMERS, 'guest'],
  'POST /v1/checkout-links': ['checkout'],
  'GET /v1/orders': ['checkout'],
  'GET /v1/orders/:merchantOrderNo': OWNERS,
  'PATCH /v1/orders/:merchantOrderNo': ['checkout'],
  'GET /v1/orders/:merchantOrderNo/events': OWNERS,
  'POST /v1/orders/:merchantOrderNo/retry': OWNERS,
  'GET /v1/events': ['checkout'],
  // Whoever registers a sale reads it, and only the provider knows whose it is.
  'POST /v1/sell-orders': ['all_orders'],
  'POST /v1/quotes': [...CUSTOMERS, 'guest', ...STAFF],
  'GET /v1/cryptos': [...CUSTOMERS, 'guest', ...STAFF],

  'GET /v1/admin/me': STAFF,
  'GET /v1/admin/counts': STAFF,
  'GET /v1/admin/methods': STAFF,
  'GET /v1/admin/orders': STAFF,
  'GET /v1/admin/orders/export': FINANCE,
  'GET /v1/admin/orders/:merchantOrderNo': STAFF,
  'POST /v1/admin/orders/:merchantOrderNo/ask': SUPPORT,
  'POST /v1/admin/orders/:merchantOrderNo/reveal': SUPPORT,
  'POST /v1/admin/orders/:merchantOrderNo/customer-link': SUPPORT,
  'POST /v1/admin/orders/:merchantOrderNo/revoke-secret': SUPPORT,
  'POST /v1/admin/orders/:merchantOrderNo/rebuild': ADMIN,
  'GET /v1/admin/orders/:merchantOrderNo/notes': SUPPORT,
  'POST /v1/admin/orders/:merchantOrderNo/notes': SUPPORT,
  'GET /v1/admin/orders/:merchantOrderNo/audit': SUPPORT,
  'GET /v1/admin/mismatches': STAFF,
  'POST /v1/admin/mismatches/:id/resolve': SUPPORT,
  'GET /v1/admin/pauses': STAFF,
  'POST /v1/admin/pauses': SUPPORT,
  'DELETE /v1/admin/pauses/:id': SUPPORT,
  'GET /v1/admin/runs': SUPPORT,
  'GET /v1/admin/report': STAFF,
  'GET /v1/admin/callbacks': SUPPORT,
  'GET /v1/admin/keys': ADMIN,
  'POST /v1/admin/keys': ADMIN,
  'POST /v1/admin/keys/:id/rotate': ADMIN,
  'POST /v1/admin/keys/:id/revoke': ADMIN,
  'GET /v1/admin/audit': ADMIN,
  'POST /v1/admin/forget': ADMIN,
  'GET /v1/admin/webhooks': SUPPORT,
  'GET /v1/admin/webhooks/:id': SUPPORT,
  'POST /v1/admin/webhooks': ADMIN,
  'PATCH /v1/admin/webhooks/:id': ADMIN,
  'DELETE /v1/admin/webhooks/:id': ADMIN,
  'POST /v1/admin/webhooks/:id/rotate': ADMIN,
  'POST /v1/admin/webhooks/:id/test': SUPPORT,
  'POST /v1/admin/webhooks/:id/replay': SUPPORT,
  'GET /v1/admin/deliveries': SUPPORT,
  'GET /v1/admin/deliveries/:id': SUPPORT,
  'POST /v1/admin/deliveries/:id/redeliver': SUPPORT,

  'GET /': OPEN,
  'GET /checkout': OPEN,
  'GET /orders/:merchantOrderNo': OPEN,
  'GET /console': OPEN,
  'GET /brand.css': OPEN,

  'ANY /callbacks/ramp/:token': OPEN,
  'GET /health/live': OPEN,
  'GET /health/ready': OPEN,
  'GET /metrics': OPEN,
};

/** null: not listed. HEAD counts as GET. */
export function permissionOf(method: string, path: string): Permission | null {
  const verb = method === 'HEAD' ? 'GET' : method;
  return PERMISSIONS[`${verb} ${path}`] ?? PERMISSIONS[`ANY ${path}`] ?? null;
}

const grants = (permission: Permission | null, { capacities }: Caller): boolean =>
  permission !== null && permission !== OPEN && permission.some((capacity) => capacities.includes(capacity));

/** The rows of the table that the caller may use, without the open ones. */
export const permissionsOf = (caller: Caller): string[] =>
  Object.keys(PERMISSIONS).filter((row) => grants(PERMISSIONS[row] ?? null, caller));

/** Looks up the route's pattern, not the requested path: `/V1/quotes` matches the same route. */
@Injectable()
export class AccessGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    const { path } = request.route as { path: string };
    const permission = permissionOf(request.method, path);
    // Only routes below `/v1` have callers; checks assert that the table lists the others too.
    if (permission === OPEN || !/^\/v1(\/|$)/.test(path)) return true;
    const caller = callerOf(request);
    if (caller !== null && grants(permission, caller)) return true;
    // 401 for guests, since signing in may help; others get 403.
    if (caller === null || caller.kind === 'guest')
      throw new Problem('unauthenticated', PROBLEM_TEXTS.authenticationRequired);
    const facts = { method: request.method, route: path };
    throw new Problem('forbidden', PROBLEM_TEXTS.notPermitted, { security: { event: 'authz_fail', facts } });
  }
}
