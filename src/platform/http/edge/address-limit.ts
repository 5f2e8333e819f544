import type { RequestHandler } from 'express';
import { noteCounted } from '../../limits/counted-requests.js';
import type { FamiliarKeys } from '../../limits/familiar-keys.js';
import type { LimitsService } from '../../limits/limits.service.js';
import { addressBlock } from '../../text/ip-address.js';
import { Secret } from '../../callers/secret.js';
import { isForOperators } from './admin-port.js';

/** A load balancer's health checks, and the provider's callbacks, all come from one address. */
const UNLIMITED = /^\/(?:health|callbacks)(?:\/|$)/i;

/**
 * The limit by address, applied before a request costs more than its headers. The merchant's own server calls for many
 * customers from one address: once its key was accepted, the key's limit applies instead, just as early and for
 * every request.
 */
export function limitAddresses(limits: LimitsService, keys: FamiliarKeys): RequestHandler {
  return (request, _response, next) => {
    if (isForOperators(request) || UNLIMITED.test(request.path)) {
      next();
      return;
    }
    const key = request.get('x-api-key');
    const caller = key === undefined ? null : keys.familiarCaller(new Secret(key), request.ip ?? null);
    if (caller === null) {
      limits.spend('address', addressBlock(request.ip ?? ''));
    } else {
      limits.spend('key', caller);
      noteCounted(request);
    }
    next();
  };
}
