import { recordDate } from '../record-date.js';
import type { Holder, IssuedToken } from '../tokens.js';
import { Fields } from '../wire/fields.js';
import { refusals } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

const USUAL_PLACE = 'data.accessToken';

/**
 * Issues an access token for the end user named by the field of the switch `tokenIdentity`; by `email` or `uid` by
 * default.
 */
export function getToken(world: World, { call, answerBare }: Admitted): unknown {
  const { tokenIdentity, tokenMethod, tokenAnswer } = world.behaviour;
  const holder = readHolder(tokenMethod === 'GET' ? Fields.ofQuery(call) : Fields.ofBody(call), tokenIdentity);
  const token = world.tokens.issue(holder);
  const { id, accessToken } = token;
  world.commit();
  const expiry = expiryOf(world, token);
  if (tokenAnswer === USUAL_PLACE) return { id, accessToken, email: holder.email, ...expiry };
  const names = tokenAnswer.split('.');
  if (names[0] === 'data') names.shift();
  else answerBare();
  const last = names.pop();
  return last === undefined ? accessToken : nested(names, { [last]: accessToken, ...expiry });
}

function expiryOf({ behaviour, clock }: World, { expiresAt }: IssuedToken): { expiresIn?: number | string } {
  const leftMs = expiresAt - clock.now();
  switch (behaviour.tokenExpiry) {
    case 'none':
      return {};
    case 'seconds':
      return { expiresIn: Math.floor(leftMs / 1000) };
    case 'milliseconds':
      return { expiresIn: leftMs };
    case 'time':
      return { expiresIn: recordDate(expiresAt, behaviour.timeZone, behaviour.dateFormat) };
  }
}

function readHolder(fields: Fields, identity: string): Holder {
  if (identity === 'either') {
    const holder = { email: fields.optionalText('email'), uid: fields.optionalText('uid') };
    if (holder.email === '' && holder.uid === '') throw refusals.parameter('email', 'is required');
    return holder;
  }
  const value = fields.text(identity);
  return identity === 'email' ? { email: value, uid: '' } : { email: '', uid: value };
}

/** Nests a value: `{ a: { b: value } }`. */
function nested(names: readonly string[], value: unknown): unknown {
  return names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
