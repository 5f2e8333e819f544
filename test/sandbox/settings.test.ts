import { expect, it } from 'vitest';
import { helpText } from '../../src/sandbox/settings/help.js';
import { readSettings } from '../../src/sandbox/settings/read-settings.js';
import { DEFAULT_SETTINGS } from '../../src/sandbox/settings/settings.js';

const ALL = {
  SANDBOX_HOST: '0.0.0.0',
  SANDBOX_PORT: '0',
  SANDBOX_PUBLIC_URL: 'https://pay.example/ramp/',
  SANDBOX_APP_ID: 'app',
  SANDBOX_APP_SECRET: 'secret',
  SANDBOX_ACCESS_TOKEN: 'token',
  SANDBOX_PACE_MS: '10',
  SANDBOX_CALLBACKS: 'off',
  SANDBOX_CALLBACK_FORM: 'query',
  SANDBOX_CALLBACK_METHOD: 'GET',
  SANDBOX_CALLBACK_SIGNATURES: 'raw-hmac, newSignature',
  SANDBOX_CALLBACK_KEY: 'wrong',
  SANDBOX_SIGNATURE: 'v4',
  SANDBOX_TIME_ZONE: 'Asia/Singapore',
  SANDBOX_STATE_FILE: '/tmp/state.json',
};

it('reads every setting', () => {
  expect(readSettings(ALL)).toEqual({
    host: '0.0.0.0',
    port: 0,
    publicUrl: 'https://pay.example/ramp',
    appId: 'app',
    appSecret: 'secret',
    accessToken: 'token',
    paceMs: 10,
    callbacks: false,
    callbackForm: {
      form: 'query',
      method: 'GET',
      signatures: ['newSignature', 'raw-hmac'],
      wronglySigned: true,
    },
    signature: 'v4',
    timeZone: 'Asia/Singapore',
    stateFile: '/tmp/state.json',
  });
});

it('has a default for every setting, which an empty value takes too', () => {
  expect(readSettings({})).toEqual(DEFAULT_SETTINGS);
  expect(readSettings(Object.fromEntries(Object.keys(ALL).map((name) => [name, ' '])))).toEqual(DEFAULT_SETTINGS);
});

it('takes none for callbacks without a signature', () => {
  expect(readSettings({ SANDBOX_CALLBACK_SIGNATURES: 'none' }).callbackForm.signatures).toEqual([]);
  expect(() => readSettings({ SANDBOX_CALLBACK_SIGNATURES: 'none,signature' })).toThrow('SANDBOX_CALLBACK_SIGNATURES');
});

it('explains every setting', () => {
  for (const name of Object.keys(ALL)) expect(helpText()).toContain(name);
});

it('names all that is malformed at once, and no value', () => {
  const wrong = {
    SANDBOX_PORT: '70000',
    SANDBOX_PUBLIC_URL: 'nowhere-at-all',
    SANDBOX_PACE_MS: 'quickly',
    SANDBOX_CALLBACKS: 'perhaps',
    SANDBOX_CALLBACK_FORM: 'letter',
    SANDBOX_CALLBACK_METHOD: 'PIGEON',
    SANDBOX_CALLBACK_SIGNATURES: 'signature,autograph',
    SANDBOX_CALLBACK_KEY: 'somebody',
    SANDBOX_SIGNATURE: 'v9',
    SANDBOX_TIME_ZONE: 'Mars/Base',
  };
  let message = '';
  try {
    readSettings(wrong);
  } catch (error) {
    message = (error as Error).message;
  }
  for (const [name, value] of Object.entries(wrong)) {
    expect(message).toContain(name);
    expect(message).not.toContain(value);
  }
});

it.each(['-1', '1.5', '65536', '1e3', ' 80x'])('refuses the port %j', (port) => {
  expect(() => readSettings({ SANDBOX_PORT: port })).toThrow('SANDBOX_PORT');
});
