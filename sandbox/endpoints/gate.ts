import type { Holder } from '../tokens.js';
import type { Call } from '../wire/call.js';
import { header } from '../wire/call.js';
import { refusals } from '../wire/refusal.js';
import { isRightSignature } from '../wire/request-signature.js';
import type { World } from '../world.js';
import type { Endpoint } from './endpoint.js';

const NOBODY: Holder = { email: '', uid: '' };
const TIMESTAMP_VALIDITY_MS = 5 * 60_000;

/**
 * Admits or refuses a call: 3104 for another appId, 3103 for a timestamp more than 5 minutes off in either direction,
 * 1002 for a wrong signature, 1001 for an unreadable request, 1003 for a wrong access token. Switches change the
 * codes of signature and token.
 */
export function admit(world: World, call: Call, { needs }: Pick<Endpoint, 'needs'>): Holder {
  const { settings, behaviour, tokens } = world;
  if (needs === 'what the switches of tokens say') {
    const { tokenAuthorization: required } = behaviour;
    if (required !== null && header(call, 'authorization') !== required) throw refusals.accessToken(behaviour);
    if (!behaviour.tokenSigned) return NOBODY;
  }
  const named = (name: string): string => header(call, behaviour.signatureHeaders[name] ?? name);
  if (named('appid') !== settings.appId) throw refusals.account();
  const timestamp = named('timestamp');
  if (!/^\d{13}$/.test(timestamp) || Math.abs(stampClock(world) - Number(timestamp)) > TIMESTAMP_VALIDITY_MS) {
    throw refusals.timestamp();
  }
  // Before the signature check: an unreadable request cannot be verified, and this refusal says why.
  if (call.malformed !== null) throw refusals.parameter(call.malformed, '(unreadable)');
  if (!isSigned(world, call, timestamp, named('sign'))) throw refusals.signature(behaviour);
  const holder = tokens.holderOf(named('access-token'));
  if (needs === 'signature and access token' && holder === null) throw refusals.accessToken(behaviour);
  return holder ?? NOBODY;
}

function isSigned({ settings, behaviour }: World, call: Call, timestamp: string, signature: string): boolean {
  const { appId, appSecret, appSecretNext } = settings;
  const secrets = { both: [appSecret, appSecretNext], current: [appSecret], next: [appSecretNext] }[behaviour.secrets];
  return secrets.some(
    (secret) =>
      secret !== null && isRightSignature(signature, behaviour, { appId, appSecret: secret }, timestamp, call),
  );
}

function stampClock({ behaviour, clock }: World): number {
  return behaviour.stamps === 'machine' ? Date.now() : clock.now();
}
