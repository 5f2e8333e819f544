import type { RequestHandler } from 'express';
import { noteCounted } from '../../limits/counted-requests.js';
import type { FamiliarKeys } from '../../limits/familiar-keys.js';
import type { LimitsService } from '../../limits/limits.service.js';
import { addressBlock } from '../../shared/address-block.js';
import { Secret } from '../../shared/secret.js';
import { isForOperators } from './admin-port.js';

/** A load balancer asks for health, and the provider calls back, from one address for all. */
const UNLIMITED = /^\/(?:health|callbacks)(?:\/|$)/i;

/**
 * The limit of the address that a request comes from, looked at before anything of it costs more than its headers did. The
 * merchant's own server asks for many customers from one address: once its key was found good, its key's limit counts in
 * place of it, and as early, whatever becomes of the request.
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
