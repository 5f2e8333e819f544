import type { ShownBy } from '../../platform/http/answers/shape.js';
import type { NewKey, SeenKey } from './api-key.types.js';
import { keyStatus } from './key-status.js';
import { KEY, NEW_KEY } from './keys.dto.js';

/** A key without anything that is secret. */
export const presentKey = ({ row, now }: SeenKey): ShownBy<typeof KEY> =>
  KEY.show({ ...row, status: keyStatus(row, now) });

/** The one time that the key itself is shown. */
export const presentNewKey = ({ key, row }: NewKey, now: Date): ShownBy<typeof NEW_KEY> =>
  NEW_KEY.show({ ...row, status: keyStatus(row, now), key: key.reveal() });
