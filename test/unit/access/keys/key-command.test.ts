import { describe, expect, it } from 'vitest';
import { newKeyLines, readCommand } from '#src/cli/key/key-command.js';
import { DAY, KEY, NOW, at, keyRow } from './key-builders.js';

describe('the command line', () => {
  const request = { role: 'admin', name: 'first', scope: null, expiresAt: null, addresses: null };
  it.each([
    ['create --role admin --name first', { kind: 'create', json: false, request }],
    ['create --json --name=first --role=admin', { kind: 'create', json: true, request }],
    [
      'create --role admin --name first --expires 2027-01-31',
      { kind: 'create', json: false, request: { ...request, expiresAt: new Date('2027-01-31T00:00:00Z') } },
    ],
    [
      'create --role admin --name first --expires 2027-01-31T12:00:00Z',
      { kind: 'create', json: false, request: { ...request, expiresAt: new Date('2027-01-31T12:00:00Z') } },
    ],
    [
      'create --role admin --name first --addresses 10.0.0.0/8,::1',
      { kind: 'create', json: false, request: { ...request, addresses: ['10.0.0.0/8', '::1'] } },
    ],
    ['service-keys', { kind: 'service-keys', json: false, isReEncrypting: false, retire: null }],
    [
      'service-keys --json --re-encrypt --retire 1',
      { kind: 'service-keys', json: true, isReEncrypting: true, retire: '1' },
    ],
  ])('%s', (line, command) => {
    expect(readCommand(line.split(' '))).toEqual(command);
  });

  it.each([
    ['', 'Say what to do'],
    ['--json', 'Say what to do'],
    ['create --name first', '--role must be one of checkout, support, finance, admin'],
    ['create --role checkout --name first --scope some', '--scope must be one of own, all'],
    ['create --role root --name first', '--role must be one of'],
    ['create --role guest --name first', '--role must be one of'],
    ['create --role admin', '--name must be'],
    ['create --role admin --name=', '--name must be'],
    ['create --role admin --name first --expires soon', '--expires must be'],
    ['create --role admin --name first --expires 2027-02-30', '--expires must be'],
    ['create --role admin --name first --overlap 1h', 'overlap'],
    ['create admin first', 'admin'],
    ['service-keys all', 'all'],
  ])('not: %s', (line, problem) => {
    expect(() => readCommand(line === '' ? [] : line.split(' '))).toThrow(problem);
  });
});

it('shows a new key once, and says so', () => {
  const text = newKeyLines({ key: KEY, row: keyRow({ name: 'a\u001b[2Jb', expiresAt: at(DAY) }), now: NOW });
  expect(text.split(KEY.reveal())).toHaveLength(2);
  expect(text).toMatch(/^The key a\?\[2Jb \(checkout\):\n/);
  expect(text).toMatch(/never again/);
  expect(text).toContain('it expires at 2026-02-01T12:00:00Z');
  expect(newKeyLines({ key: KEY, row: keyRow(), now: NOW })).toContain('it does not expire');
});
