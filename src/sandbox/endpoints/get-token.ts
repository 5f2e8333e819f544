import type { Holder } from '../tokens.js';
import { Fields } from '../wire/fields.js';
import { refusals } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

const USUAL_PLACE = 'data.accessToken';

/** The access token of an end user, named by the field that the switch says; `email` or `uid` unless it says one. */
export function getToken(world: World, { call, answerBare }: Admitted): unknown {
  const { tokenIdentity, tokenMethod, tokenAnswer } = world.behaviour;
  const holder = readHolder(tokenMethod === 'GET' ? Fields.ofQuery(call) : Fields.ofBody(call), tokenIdentity);
  const { id, accessToken } = world.tokens.issue(holder);
  world.commit();
  if (tokenAnswer === USUAL_PLACE) return { id, accessToken, email: holder.email };
  const [first, ...rest] = tokenAnswer.split('.');
  if (first !== 'data') answerBare();
  return nested(first === 'data' ? rest : tokenAnswer.split('.'), accessToken);
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

/** `value` at the end of these names: `{ a: { b: value } }`. */
function nested(names: readonly string[], value: string): unknown {
  return names.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
}
