import { createHash } from 'node:crypto';

/** A key that looks random, as the service requires; the same for the same name. */
export function serviceKey(name: string): string {
  return createHash('sha256').update(name).digest('base64');
}
