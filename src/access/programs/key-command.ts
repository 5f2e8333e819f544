import { parseArgs } from 'node:util';
import { CannotBeDone } from '../../programs/program.js';
import { ROLES } from '../../shared/caller.js';
import type { Role } from '../../shared/caller.js';
import type { KeyWish } from '../keys/key-management.service.js';
import { isKeyName } from '../keys/key-text.js';
import { expiryOf, spanMs } from './key-time.js';

const DAY_MS = 86_400_000;
const LONGEST_REASON = 500;

/** What was asked for on the command line. */
export type KeyCommand = { readonly json: boolean } & (
  | { readonly kind: 'create'; readonly wish: KeyWish }
  | { readonly kind: 'list' }
  | { readonly kind: 'rotate'; readonly id: string; readonly overlapMs: number }
  | { readonly kind: 'revoke'; readonly id: string; readonly reason: string | null }
);

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
    case undefined:
    default:
      throw new CannotBeDone('Say what to do: create, list, rotate or revoke (see --help)');
  }
}

function readCreate(args: string[]): KeyCommand {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ args, options: { ...JSON_OPTION, role: text, name: text, expires: text } });
  const role = ROLES.find((candidate) => candidate === values.role);
  if (role === undefined) throw new CannotBeDone(`--role must be one of ${ROLES.join(', ')}`);
  return { kind: 'create', json: values.json, wish: wishOf(role, values.name, values.expires) };
}

function wishOf(role: Role, name: string | undefined, expires: string | undefined): KeyWish {
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
  const overlapMs = values.overlap === undefined ? DAY_MS : spanMs(values.overlap);
  if (overlapMs === null) throw new CannotBeDone('--overlap must be a span such as 24h, or 0');
  return { kind: 'rotate', json: values.json, id: oneId(positionals), overlapMs };
}

function readRevoke(args: string[]): KeyCommand {
  const options = { ...JSON_OPTION, reason: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { json, reason = null } = values;
  if (reason !== null && (reason === '' || reason.length > LONGEST_REASON)) {
    throw new CannotBeDone(`--reason must be 1 to ${LONGEST_REASON} characters`);
  }
  return { kind: 'revoke', json, id: oneId(positionals), reason };
}

/** Whoever pastes the key itself has put it into the history of a shell; it is not repeated here. */
function oneId(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new CannotBeDone('Name one key by its id (see list)');
  if (id.startsWith('rck_')) throw new CannotBeDone('This is a key, or its beginning: give the id of it (see list)');
  return id;
}
