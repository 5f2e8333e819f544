import { createHash } from 'node:crypto';

/** A service key that looks random, as one has to; the same one for the same name. */
export function serviceKey(name: string): string {
  return createHash('sha256').update(name).digest('base64');
}
