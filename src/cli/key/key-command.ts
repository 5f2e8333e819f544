import { parseArgs } from 'node:util';
import { isKeyName } from '../../access/api-keys/api-key.js';
import type { NewKey, StoredKey } from '../../access/api-keys/api-key.js';
import type { KeyRequest } from '../../access/api-keys/key-management.service.js';
import { ROLES, SCOPES } from '../../platform/callers/caller.js';
import { momentOf } from '../../platform/time/time.js';
import { lineFault, plainText } from '../../platform/text/text.js';
import { CommandError, FLAG, TEXT, timeOf } from '../lib/program.js';

const LONGEST_REASON = 500;

export interface ServiceKeysCommand {
  readonly kind: 'service-keys';
  readonly json: boolean;
  readonly isReEncrypting: boolean;
  /** The id of a service key to retire. */
  readonly retire: string | null;
}

export type KeyCommand =
  | { readonly kind: 'create'; readonly json: boolean; readonly request: KeyRequest }
  | { readonly kind: 'revoke'; readonly json: boolean; readonly id: string; readonly reason: string | null }
  | ServiceKeysCommand;

export function readCommand([kind, ...args]: readonly string[]): KeyCommand {
  if (kind === 'create') return readCreate(args);
  if (kind === 'revoke') return readRevoke(args);
  if (kind !== 'service-keys') throw new CommandError('Say what to do: create, revoke or service-keys (see --help)');
  const { values } = parseArgs({ args, options: { json: FLAG, retire: TEXT, 're-encrypt': FLAG } });
  const { json, retire = null, 're-encrypt': isReEncrypting } = values;
  return { kind, json, retire, isReEncrypting };
}

function readCreate(args: string[]): KeyCommand {
  const options = { json: FLAG, role: TEXT, name: TEXT, scope: TEXT, expires: TEXT, addresses: TEXT };
  const { json, name, expires, addresses, ...words } = parseArgs({ args, options }).values;
  if (name === undefined || !isKeyName(name)) {
    throw new CommandError('--name must be 1 to 64 printable characters, with single blanks between them at most');
  }
  const role = oneOf('role', ROLES, words.role);
  const scope = words.scope === undefined ? null : oneOf('scope', SCOPES, words.scope);
  const expiresAt = expires === undefined ? null : momentOf(expires);
  if (expires !== undefined && expiresAt === null) {
    throw new CommandError('--expires must be a date such as 2027-01-31, or a time such as 2027-01-31T12:00:00Z');
  }
  return { kind: 'create', json, request: { role, name, scope, expiresAt, addresses: addresses?.split(',') ?? null } };
}

function readRevoke(args: string[]): KeyCommand {
  const { values, positionals } = parseArgs({ args, options: { json: FLAG, reason: TEXT }, allowPositionals: true });
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new CommandError('Give the id of one key');
  const { json, reason = null } = values;
  const fault = reason === null ? null : lineFault(reason, 1, LONGEST_REASON);
  if (fault !== null) throw new CommandError(`--reason ${fault}`);
  return { kind: 'revoke', json, id, reason };
}

function oneOf<W extends string>(option: string, words: readonly W[], text: string | undefined): W {
  const found = words.find((word) => word === text);
  if (found === undefined) throw new CommandError(`--${option} must be one of ${words.join(', ')}`);
  return found;
}

const SEES = { own: 'It sees the orders that it makes itself.', all: 'It sees all orders.' } as const;

export const revokedLine = ({ row: { name, revokedAt } }: StoredKey): string =>
  `The key ${plainText(name)} was revoked${revokedAt === null ? '' : ` at ${timeOf(revokedAt)}`}. It is refused everywhere within seconds.\n`;

/** The only output with the key's text. */
export function newKeyLines({ key, row: { id, name, role, scope, addresses, expiresAt } }: NewKey): string {
  return [
    `The key ${plainText(name)} (${role}):`,
    '',
    `  ${key.reveal()}`,
    '',
    'It is shown this once and never again. It is sent as the header X-Api-Key.',
    `Its id is ${id}; ${expiresAt === null ? 'it does not expire' : `it expires at ${timeOf(expiresAt)}`}.`,
    ...(scope === null ? [] : [SEES[scope]]),
    ...(addresses === null ? [] : [`It counts from ${addresses.join(', ')} alone.`]),
    '',
  ].join('\n');
}
