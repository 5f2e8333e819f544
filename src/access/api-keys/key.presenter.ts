import type { ShownBy } from '../../platform/http/answers/shape.js';
import type { NewKey, SeenKey } from './api-key.types.js';
import { keyStatus } from './key-status.js';
import { KEY, NEW_KEY } from './keys.dto.js';

export const presentKey = ({ row, now }: SeenKey): ShownBy<typeof KEY> =>
  KEY.show({ ...row, status: keyStatus(row, now) });

/** The only response with the key's text, placed among the first members so that people find it. */
export function presentNewKey({ key: secret, row }: NewKey, now: Date): ShownBy<typeof NEW_KEY> {
  const made = NEW_KEY.show({ ...row, status: keyStatus(row, now), key: secret.reveal() });
  const { id, key, role, name, ...rest } = made;
  return { id, key, role, name, ...rest };
}
