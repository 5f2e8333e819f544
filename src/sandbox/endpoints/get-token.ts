import { Fields } from '../wire/fields.js';
import { refusals } from '../wire/refusal.js';
import type { World } from '../world.js';
import type { Admitted } from './endpoint.js';

/** The access token of an end user, named by `email` or by `uid`. */
export function getToken(world: World, { call }: Admitted): { id: string; accessToken: string; email: string } {
  const fields = Fields.ofBody(call);
  const email = fields.optionalText('email');
  const uid = fields.optionalText('uid');
  if (email === '' && uid === '') throw refusals.parameter('email', 'is required');
  const token = world.tokens.issue({ email, uid });
  world.commit();
  return { id: token.id, accessToken: token.accessToken, email };
}
