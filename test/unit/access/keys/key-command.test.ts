import { describe, expect, it } from 'vitest';
import { readCommand } from '#src/cli/key/key-command.js';
import { expiryOf, spanMs } from '#src/cli/key/key-command.js';
import { keyTable, newKeyLines, replacedLine, revokedLine } from '#src/cli/key/key-lines.js';
import { DAY, KEY, NOW, at, keyRow } from './key-builders.js';

describe('a span', () => {
  it.each([
    ['0', 0],
    ['0d', 0],
    ['30m', 1_800_000],
    ['24h', DAY],
    ['90d', 90 * DAY],
    ['3650d', 3650 * DAY],
  ])('%s', (text, ms) => {
    expect(spanMs(text)).toBe(ms);
  });

  it.each(['', '90', 'd', '-1d', '1.5d', '90D', '90 d', '3651d', '9999999m', '1w', '1d1h'])('not %j', (text) => {
    expect(spanMs(text)).toBeNull();
  });
});

it.each([
  ['90d', { afterMs: 90 * DAY }],
  ['2027-01-31', new Date('2027-01-31T00:00:00Z')],
  ['2027-01-31T12:00:00Z', new Date('2027-01-31T12:00:00Z')],
  ['0', null],
  ['0h', null],
  ['soon', null],
  ['2027-02-30', null],
])('the expiry %s', (text, expiry) => {
  expect(expiryOf(text)).toEqual(expiry);
});

describe('the command line', () => {
  const wish = { role: 'admin', name: 'first', scope: null, expiry: null, addresses: null };
  it.each([
    ['create --role admin --name first', { kind: 'create', json: false, wish }],
    ['create --json --name=first --role=admin', { kind: 'create', json: true, wish }],
    [
      'create --role admin --name first --expires 90d',
      { kind: 'create', json: false, wish: { ...wish, expiry: { afterMs: 90 * DAY } } },
    ],
    [
      'create --role admin --name first --addresses 10.0.0.0/8,::1',
      { kind: 'create', json: false, wish: { ...wish, addresses: ['10.0.0.0/8', '::1'] } },
    ],
    ['list', { kind: 'list', json: false }],
    ['list --json', { kind: 'list', json: true }],
    ['rotate abc', { kind: 'rotate', json: false, id: 'abc', overlapMs: DAY }],
    ['rotate abc --overlap 0 --json', { kind: 'rotate', json: true, id: 'abc', overlapMs: 0 }],
    ['revoke abc', { kind: 'revoke', json: false, id: 'abc', reason: null }],
    ['service-keys', { kind: 'service-keys', json: false, isReEncrypting: false, retire: null }],
    [
      'service-keys --json --re-encrypt --retire 1',
      { kind: 'service-keys', json: true, isReEncrypting: true, retire: '1' },
    ],
    ['revoke --reason leaked abc', { kind: 'revoke', json: false, id: 'abc', reason: 'leaked' }],
  ])('%s', (line, command) => {
    expect(readCommand(line.split(' '))).toEqual(command);
  });

  it.each([
    ['', 'Say what to do'],
    ['delete abc', 'Say what to do'],
    ['--json', 'Say what to do'],
    ['create --name first', '--role must be one of checkout, support, finance, admin'],
    ['create --role checkout --name first --scope some', '--scope must be one of own, all'],
    ['create --role root --name first', '--role must be one of'],
    ['create --role guest --name first', '--role must be one of'],
    ['create --role admin', '--name must be'],
    ['create --role admin --name=', '--name must be'],
    ['create --role admin --name first --expires soon', '--expires must be'],
    ['create --role admin --name first --expires 0', '--expires must be'],
    ['create --role admin --name first --overlap 1h', 'overlap'],
    ['create admin first', 'admin'],
    ['list all', 'all'],
    ['list --role admin', 'role'],
    ['rotate', 'Name one key by its id'],
    ['rotate a b', 'Name one key by its id'],
    ['rotate a --overlap 24', '--overlap must be'],
    ['revoke', 'Name one key by its id'],
    ['revoke a --reason=', '--reason must have'],
    ['revoke a --reason=lea\u202eked', '--reason must be one line'],
    ['revoke a --force', 'force'],
  ])('not: %s', (line, problem) => {
    expect(() => readCommand(line === '' ? [] : line.split(' '))).toThrow(problem);
  });

  it('does not echo a key passed instead of its id', () => {
    expect(() => readCommand(['revoke', KEY.reveal()])).toThrow(/^This is a key[^_]*$/);
  });
});

describe('output', () => {
  it('shows a new key once, and says so', () => {
    const text = newKeyLines({ key: KEY, row: keyRow({ expiresAt: at(DAY) }) });
    expect(text.split(KEY.reveal())).toHaveLength(2);
    expect(text).toMatch(/never again/);
    expect(text).toContain('it expires at 2026-02-01T12:00:00Z');
    expect(newKeyLines({ key: KEY, row: keyRow() })).toContain('it does not expire');
  });

  it('of a replaced or revoked key', () => {
    const replaced = keyRow({ expiresAt: at(DAY), replacedBy: '22222222-2222-4222-8222-222222222222' });
    expect(replacedLine({ row: replaced, now: NOW })).toBe(
      'The key that it replaces is good until 2026-02-01T12:00:00Z.\n',
    );
    expect(replacedLine({ row: replaced, now: at(DAY) })).toBe('The key that it replaces is no longer good.\n');
    const row = keyRow({ revokedAt: NOW, revokedBy: 'x' });
    expect(revokedLine({ row, now: NOW })).toMatch(/^The key shop \(checkout\) was revoked at 2026-01-31T12:00:00Z\./);
  });

  it('lists all keys without control characters or secrets', () => {
    expect(keyTable([])).toBe('There are no keys.\n');
    const evil = keyRow({ name: 'a\u001b[2Jb', lastUsedAt: at(-DAY) });
    const table = keyTable([
      { row: keyRow(), now: NOW },
      { row: evil, now: NOW },
    ]);
    const lines = table.split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[0]).toMatch(/^id +name +role +scope +prefix +status +created +expires +last used +from$/);
    expect(lines[1]).toMatch(
      / shop +checkout +own +[a-z2-9]{12} +active +2026-01-30T12:00:00Z +never +never +anywhere$/,
    );
    expect(lines[2]).toContain(' a?[2Jb ');
    expect(table).not.toContain('\u001b');
    for (const hidden of [KEY.reveal().slice(17), keyRow().hash.toString('hex'), keyRow().hash.toString('base64')]) {
      expect(table).not.toContain(hidden);
    }
  });
});
