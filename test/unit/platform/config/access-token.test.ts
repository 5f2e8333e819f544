import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessTokenSettings, TokenEndpointSettings } from '#src/platform/config/ramp-settings.js';
import type { Environment } from '#src/platform/config/reader.js';
import { settingsWith, wrongWith } from '../../../support/settings.js';

const PROVIDER = { RAMP_BASE_URL: 'https://ramp.example/base' };

const settings = (given: Environment): AccessTokenSettings => settingsWith({ ...PROVIDER, ...given }).ramp.accessToken;
const problems = (given: Environment): readonly string[] => wrongWith({ ...PROVIDER, ...given });

function endpoint(given: Environment): TokenEndpointSettings {
  const source = settings({ RAMP_ACCESS_TOKEN_URL: '/getToken', ...given });
  if (source.kind !== 'endpoint') throw new Error(`the source is ${source.kind}`);
  return source.endpoint;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'token-settings-'));
  writeFileSync(join(folder, 'token'), 'S3CRET-in-file\n');
  writeFileSync(join(folder, 'bad'), 'S3CRET with blanks\n');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the source of access tokens', () => {
  it('is none, one text, or a file whose place is known as well as what stands in it', () => {
    expect(settings({})).toEqual({ kind: 'none' });
    const fixed = settings({ RAMP_ACCESS_TOKEN: 'S3CRET-fixed' });
    expect(fixed.kind === 'fixed' && fixed.token.reveal()).toBe('S3CRET-fixed');
    const path = join(folder, 'token');
    const file = settings({ RAMP_ACCESS_TOKEN_FILE: path });
    expect(file).toMatchObject({ kind: 'file', path });
    expect(file.kind === 'file' && file.token.reveal()).toBe('S3CRET-in-file');
    expect(inspect([fixed, file], { depth: null })).not.toContain('S3CRET');
  });

  it.each<[string, boolean, boolean]>([
    ['/getToken', true, true],
    ['https://ramp.example/base/getToken', true, true],
    ['https://ramp.example/other/getToken', false, false],
    ['https://ramp.example/based/getToken', false, false],
    ['https://ramp.example.evil/base/getToken', false, false],
    ['/../getToken', false, false],
    // Never another host, however it is written.
    ['//evil.example/getToken', true, true],
    ['http://localhost:4000/getToken', false, false],
  ])('%s is at the provider: %s, and so signed: %s', (url, isAtProvider, isSigned) => {
    const given = endpoint({ RAMP_ACCESS_TOKEN_URL: url });
    expect(given).toMatchObject({ isAtProvider, isSigned });
    expect(new URL(`${given.base}${given.path}`).hostname).not.toBe('evil.example');
  });

  it.each<[Environment, boolean]>([
    [{ RAMP_ACCESS_TOKEN_EXCHANGE: 'signed=false' }, false],
    [{ RAMP_ACCESS_TOKEN_AUTHORIZATION: 'Bearer x' }, false],
    [{ RAMP_ACCESS_TOKEN_URL: 'https://login.example/t', RAMP_ACCESS_TOKEN_EXCHANGE: 'signed=true' }, true],
  ])('%j: signed %s', (given, isSigned) => {
    expect(endpoint(given).isSigned).toBe(isSigned);
  });

  it.each<[string, Partial<TokenEndpointSettings>]>([
    ['', { method: 'POST', identity: { field: 'email', fact: 'email' }, tokenPath: ['data', 'accessToken'] }],
    [
      'method=GET,identity=uid:id,token=a.b',
      { method: 'GET', identity: { field: 'uid', fact: 'id' }, tokenPath: ['a', 'b'] },
    ],
    ['', { lifetimeMs: 3_600_000, lifetimeInAnswer: null }],
    ['lifetime=600', { lifetimeMs: 600_000, lifetimeInAnswer: null }],
    ['lifetime=d.t:time', { lifetimeMs: 3_600_000, lifetimeInAnswer: { path: ['d', 't'], unit: 'time' } }],
  ])('"%s" is %j', (exchange, expected) => {
    expect(endpoint({ RAMP_ACCESS_TOKEN_EXCHANGE: exchange })).toMatchObject(expected);
  });

  it('is one', () => {
    const url = { RAMP_ACCESS_TOKEN_URL: '/getToken' };
    const both = 'RAMP_ACCESS_TOKEN_URL and another access token are both set: set one of them';
    expect(problems({ ...url, RAMP_ACCESS_TOKEN: 'x' })).toEqual([both]);
    expect(problems({ ...url, RAMP_ACCESS_TOKEN_FILE: join(folder, 'token') })).toEqual([both]);
    expect(problems({ RAMP_ACCESS_TOKEN: 'x', RAMP_ACCESS_TOKEN_FILE: join(folder, 'token') })).toHaveLength(1);
    expect(
      problems({ ...url, RAMP_ACCESS_TOKEN_EXCHANGE: 'signed=true', RAMP_ACCESS_TOKEN_AUTHORIZATION: 'Bearer x' }),
    ).toHaveLength(1);
  });

  it('that is a file has to hold a token at start', () => {
    expect(problems({ RAMP_ACCESS_TOKEN_FILE: join(folder, 'bad') })).toHaveLength(1);
    expect(problems({ RAMP_ACCESS_TOKEN_FILE: join(folder, 'missing') })).toEqual([
      'RAMP_ACCESS_TOKEN_FILE names a file that cannot be read',
    ]);
  });
});
