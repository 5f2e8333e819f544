import { parseArgs } from 'node:util';
import { CannotBeDone } from '../lib/program.js';
import { ROLES, SCOPES } from '../../platform/callers/caller.js';
import type { Role, Scope } from '../../platform/callers/caller.js';
import type { KeyWish } from '../../access/api-keys/key-management.service.js';
import { isKeyName } from '../../access/api-keys/key-text.js';
import { momentOf, DAY, HOUR, MINUTE } from '../../platform/time/time.js';
import { lineFault } from '../../platform/text/text.js';
import type { KeyExpiry } from '../../access/api-keys/api-key.types.js';

const LONGEST_REASON = 500;

export type KeyCommand = { readonly json: boolean } & (
  | { readonly kind: 'create'; readonly wish: KeyWish }
  | { readonly kind: 'list' }
  | { readonly kind: 'rotate'; readonly id: string; readonly overlapMs: number }
  | { readonly kind: 'revoke'; readonly id: string; readonly reason: string | null }
  | ServiceKeysCommand
);

export interface ServiceKeysCommand {
  readonly kind: 'service-keys';
  readonly json: boolean;
  readonly isReEncrypting: boolean;
  /** The id of a service key to retire. */
  readonly retire: string | null;
}

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;

/** Throws {@link CannotBeDone}, or what `parseArgs` throws. */
export function readCommand([kind, ...args]: readonly string[]): KeyCommand {
  switch (kind) {
    case 'create':
      return readCreate(args);
    case 'list':
      return { kind, ...parseArgs({ args, options: JSON_OPTION }).values };
    case 'rotate':
      return readRotate(args);
    case 'revoke':
      return readRevoke(args);
    case 'service-keys':
      return readServiceKeys(args);
    case undefined:
    default:
      throw new CannotBeDone('Say what to do: create, list, rotate, revoke or service-keys (see --help)');
  }
}

function readCreate(args: string[]): KeyCommand {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: { ...JSON_OPTION, role: text, name: text, scope: text, expires: text, addresses: text },
  });
  const role = ROLES.find((candidate) => candidate === values.role);
  if (role === undefined) throw new CannotBeDone(`--role must be one of ${ROLES.join(', ')}`);
  const addresses = values.addresses?.split(',') ?? null;
  const scope = values.scope === undefined ? null : scopeOf(values.scope);
  const wish = { ...wishOf(role, values.name, values.expires), scope, addresses };
  return { kind: 'create', json: values.json, wish };
}

function scopeOf(text: string): Scope {
  const scope = SCOPES.find((candidate) => candidate === text);
  if (scope === undefined) throw new CannotBeDone(`--scope must be one of ${SCOPES.join(', ')}`);
  return scope;
}

function wishOf(
  role: Role,
  name: string | undefined,
  expires: string | undefined,
): Omit<KeyWish, 'scope' | 'addresses'> {
  if (name === undefined || !isKeyName(name)) {
    throw new CannotBeDone('--name must be 1 to 64 printable characters, with single blanks between them at most');
  }
  const expiry = expires === undefined ? null : expiryOf(expires);
  if (expires !== undefined && expiry === null) {
    throw new CannotBeDone('--expires must be a span such as 90d, or a date such as 2027-01-31');
  }
  return { name, role, expiry };
}

function readRotate(args: string[]): KeyCommand {
  const options = { ...JSON_OPTION, overlap: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const overlapMs = values.overlap === undefined ? DAY : spanMs(values.overlap);
  if (overlapMs === null) throw new CannotBeDone('--overlap must be a span such as 24h, or 0');
  return { kind: 'rotate', json: values.json, id: oneId(positionals), overlapMs };
}

function readRevoke(args: string[]): KeyCommand {
  const options = { ...JSON_OPTION, reason: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { json, reason = null } = values;
  const fault = reason === null ? null : lineFault(reason, 1, LONGEST_REASON);
  if (fault !== null) throw new CannotBeDone(`--reason ${fault}`);
  return { kind: 'revoke', json, id: oneId(positionals), reason };
}

function readServiceKeys(args: string[]): KeyCommand {
  const options = {
    ...JSON_OPTION,
    retire: { type: 'string' },
    're-encrypt': { type: 'boolean', default: false },
  } as const;
  const { json, retire = null, 're-encrypt': isReEncrypting } = parseArgs({ args, options }).values;
  return { kind: 'service-keys', json, retire, isReEncrypting };
}

/** Keeps a whole key that was pasted by mistake out of the message. */
function oneId(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new CannotBeDone('Name one key by its id (see list)');
  if (id.startsWith('rck_')) throw new CannotBeDone('This is a key, or its beginning: give the id of it (see list)');
  return id;
}

const UNITS = { m: MINUTE, h: HOUR, d: DAY } as const;
const LONGEST_MS = 3650 * UNITS.d;

/** Milliseconds of `30m`, `24h` or `90d`, or of a bare `0`; null: another format, or longer than ten years. */
export function spanMs(text: string): number | null {
  if (text === '0') return 0;
  const [, count, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) return null;
  const ms = Number(count) * UNITS[unit as keyof typeof UNITS];
  return ms <= LONGEST_MS ? ms : null;
}

/** `90d` from now, or a date or time; null: another format, or a span of `0`. */
export function expiryOf(text: string): KeyExpiry {
  const ms = spanMs(text);
  if (ms !== null) return ms === 0 ? null : { afterMs: ms };
  return momentOf(text);
}
