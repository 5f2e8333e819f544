import type { RequestHandler } from 'express';
import type { FamiliarKeys } from '../limits/familiar-keys.js';
import type { LimitsService } from '../limits/limits.service.js';
import { addressBlock } from '../shared/address-block.js';
import { Secret } from '../shared/secret.js';

/**
 * The limit of the address that a request comes from, looked at before anything of it costs more than its headers did. The
 * merchant's own server asks for many customers from one address: once its key was found good, its key's limit counts.
 */
export function limitAddresses(limits: LimitsService, keys: FamiliarKeys): RequestHandler {
  return (request, _response, next) => {
    const key = request.get('x-api-key');
    const isKnown = key !== undefined && keys.isFamiliar(new Secret(key));
    if (!isKnown) limits.spend('address', addressBlock(request.ip ?? ''));
    next();
  };
}
