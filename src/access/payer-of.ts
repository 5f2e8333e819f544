import { addressBlock } from '../shared/address-block.js';
import type { Caller } from '../shared/caller.js';

/**
 * On whose account a request's calls to the provider go; null: callers are not told apart. Two guests are told apart by
 * their addresses alone: everything else they can choose anew for each request.
 */
export function payerOf(caller: Caller, address: string): string | null {
  if (caller.kind === 'everybody') return null;
  return caller.kind === 'guest' ? `address ${addressBlock(address)}` : `caller ${caller.id}`;
}
