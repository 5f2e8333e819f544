import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import type { RampSettings } from '#src/platform/config/settings.js';
import { SIGNATURE_PRESETS } from '#src/platform/config/ramp-settings.js';
import { settingsWith, wrongWith } from '../../../support/settings.js';

const CODES = { RAMP_SIGNATURE_REFUSED_CODES: '1002' };
const CUSTOM = { RAMP_SIGNATURE: 'custom' };

const ramp = (more: Environment): RampSettings => settingsWith(more).ramp;

describe('how requests are signed', () => {
  it.each(['v3', 'v4', 'legacy'] as const)('%s is a scheme by itself', (preset) => {
    expect(ramp({ RAMP_SIGNATURE: preset }).signature).toEqual({
      preset,
      scheme: SIGNATURE_PRESETS[preset],
      headers: { appid: 'appid', timestamp: 'timestamp', sign: 'sign', 'access-token': 'access-token' },
      pathPrefix: '/open/api/v3',
    });
  });

  it('custom is v3 with what its scheme names', () => {
    expect(ramp(CUSTOM).signature).toMatchObject({ preset: 'custom', scheme: SIGNATURE_PRESETS.v3 });
    const all =
      'digest=md5, key=suffix,encoding=base64,names=appid+timestamp+amount,sort=as-sent,empty=keep,nested=json';
    expect(ramp({ ...CUSTOM, RAMP_SIGNATURE_SCHEME: all }).signature.scheme).toEqual({
      signs: 'parameters',
      digest: 'md5',
      key: 'suffix',
      encoding: 'base64',
      names: ['appid', 'timestamp', 'amount'],
      sort: 'as-sent',
      empty: 'keep',
      nested: 'json',
    });
    expect(ramp({ ...CUSTOM, RAMP_SIGNATURE_SCHEME: 'digest=md5' }).signature.scheme).toEqual({
      ...SIGNATURE_PRESETS.v3,
      digest: 'md5',
    });
  });

  it.each(['', 'v3', 'v4', 'legacy'])('a scheme is refused where it would do nothing: "%s"', (preset) => {
    expect(wrongWith({ RAMP_SIGNATURE: preset, RAMP_SIGNATURE_SCHEME: 'digest=sha512' })).toEqual([
      'RAMP_SIGNATURE_SCHEME has no effect without RAMP_SIGNATURE=custom',
    ]);
  });
});

describe('what carries the signature', () => {
  it('headers may be called otherwise, with every preset', () => {
    for (const preset of ['v3', 'v4', 'legacy', 'custom']) {
      const given = { RAMP_SIGNATURE: preset, RAMP_SIGNATURE_HEADERS: 'appid=appId, sign = X-Sign' };
      expect(ramp(given).signature.headers).toEqual({
        appid: 'appId',
        timestamp: 'timestamp',
        sign: 'X-Sign',
        'access-token': 'access-token',
      });
    }
  });

  it.each([
    ['/open/api/v4', '/open/api/v4'],
    ['/open/api/v3/', '/open/api/v3'],
    ['/', ''],
    ['/a.b/~c_d-e', '/a.b/~c_d-e'],
    ['', '/open/api/v3'],
  ])('takes the path prefix "%s" for "%s", with every preset', (given, prefix) => {
    for (const preset of ['v3', 'v4', 'legacy', 'custom']) {
      const settings = ramp({ RAMP_SIGNATURE: preset, RAMP_SIGNATURE_PATH_PREFIX: given });
      expect(settings.signature.pathPrefix).toBe(prefix);
    }
  });
});

describe('a scheme with key=rsa', () => {
  const RSA = { ...CUSTOM, RAMP_SIGNATURE_SCHEME: 'key=rsa' };
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = (type: 'pkcs1' | 'pkcs8') => privateKey.export({ type, format: 'pem' }).toString();
  const sealed = privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'S3CRET' });
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
  });

  it.each([
    ['PKCS #8', pem('pkcs8'), pem('pkcs8')],
    ['PKCS #1', pem('pkcs1'), pem('pkcs1')],
    ['in one line', pem('pkcs8').replaceAll('\n', String.raw`\n`), pem('pkcs8')],
  ])('takes a private key: %s', (_, given, read) => {
    expect(
      ramp({ ...RSA, RAMP_APP_SECRET: given })
        .appSecret.reveal()
        .trim(),
    ).toBe(read.trim());
  });

  it.each([
    ['a text', 'S3CRET'],
    ['the public key', publicKey.export({ type: 'spki', format: 'pem' }).toString()],
    ['half of it', pem('pkcs8').slice(0, 600)],
    ['one with a passphrase', sealed.toString()],
    ['one of an elliptic curve', elliptic.toString()],
  ])('says that %s is none, without showing it', (_, given) => {
    expect(wrongWith({ ...RSA, RAMP_APP_SECRET: given, RAMP_APP_SECRET_NEXT: `${given} ` + 'x', ...CODES })).toEqual([
      'RAMP_APP_SECRET must be an RSA private key as PEM, without passphrase: key=rsa in RAMP_SIGNATURE_SCHEME signs with it',
      'RAMP_APP_SECRET_NEXT must be an RSA private key as PEM, without passphrase: key=rsa in RAMP_SIGNATURE_SCHEME signs with it',
    ]);
    expect(wrongWith({ RAMP_APP_SECRET: given })).toEqual([]);
  });
});

describe('two secrets of a rotation', () => {
  it('the next one is a secret of its own', () => {
    expect(ramp({ RAMP_APP_SECRET_NEXT: 'second-secret', ...CODES }).appSecretNext?.reveal()).toBe('second-secret');
    expect(wrongWith({ RAMP_APP_SECRET_NEXT: 'app-secret', ...CODES })).toEqual([
      'RAMP_APP_SECRET_NEXT must be another secret than RAMP_APP_SECRET',
    ]);
    expect(wrongWith({ RAMP_APP_SECRET_NEXT_FILE: '/nowhere/secret' })).toEqual([
      'RAMP_APP_SECRET_NEXT_FILE names a file that cannot be read',
      expect.stringMatching(/^RAMP_APP_SECRET_NEXT needs RAMP_SIGNATURE_REFUSED_CODES: /),
    ]);
  });
});
