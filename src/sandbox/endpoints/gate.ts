import type { Holder } from '../tokens.js';
import type { Call } from '../wire/call.js';
import { header } from '../wire/call.js';
import { refusals } from '../wire/refusal.js';
import { rightSignature, sameSignature } from '../wire/request-signature.js';
import type { World } from '../world.js';

const TIMESTAMP_VALIDITY_MS = 5 * 60_000;

/**
 * Lets a call in, or refuses it: 3104 for another application, 3103 for a timestamp more than 5 minutes away on either
 * side, 1002 for a wrong signature, 1001 for a request that cannot be read, 1003 for a wrong access token.
 */
export function admit(world: World, call: Call, needsAccessToken: boolean): Holder {
  const { settings, tokens } = world;
  if (header(call, 'appid') !== settings.appId) throw refusals.account();
  const timestamp = header(call, 'timestamp');
  if (!/^\d{13}$/.test(timestamp) || Math.abs(stampClock(world) - Number(timestamp)) > TIMESTAMP_VALIDITY_MS) {
    throw refusals.timestamp();
  }
  // Before the signature: what cannot be read cannot be signed either, and this says why.
  if (call.malformed !== null) throw refusals.parameter(call.malformed, '(unreadable)');
  const right = rightSignature(settings.signature, settings, timestamp, call);
  if (right === null || !sameSignature(header(call, 'sign'), right)) throw refusals.signature();
  const holder = tokens.holderOf(header(call, 'access-token'));
  if (needsAccessToken && holder === null) throw refusals.accessToken();
  return holder ?? { email: '', uid: '' };
}

function stampClock({ behaviour, clock }: World): number {
  return behaviour.stamps === 'machine' ? Date.now() : clock.now();
}
