import { describe, expect, it } from 'vitest';
import { settingVariables } from '#src/platform/config/settings-table.js';
import { settingWarnings } from '#src/platform/config/unknown-settings.js';

const told = (...names: string[]): string[] =>
  settingWarnings(Object.fromEntries(names.map((name) => [name, 'S3CRET'])));

describe('settings that nobody knows', () => {
  it.each([
    ['RAMP_MAX_RSP', 'RAMP_MAX_RPS'],
    ['AUTH_GUEST', 'AUTH_GUESTS'],
    ['REDIRECT_ORIGIN', 'REDIRECT_ORIGINS'],
    ['CORS_ORIGNS', 'CORS_ORIGINS'],
    ['RATE_LIMIT_KEYS_RPS', 'RATE_LIMIT_KEY_RPS'],
    ['RAMP_APP_SECRET_FIEL', 'RAMP_APP_SECRET_FILE'],
  ])('%s looks like %s', (name, meant) => {
    expect(told(name)).toEqual([`Unknown setting ${name}; did you mean ${meant}?`]);
  });

  it('may look like nothing', () => {
    expect(told('RAMP_COLOUR_OF_THE_SKY')).toEqual(['Unknown setting RAMP_COLOUR_OF_THE_SKY']);
    expect(told('RAMP_APP_ID_FILE')).toEqual(['Unknown setting RAMP_APP_ID_FILE']);
  });

  it('are all told', () => {
    expect(told('RAMP_A', 'PATH', 'BRAND_B')).toHaveLength(2);
  });

  it('are not those that we know', () => {
    expect(told(...settingVariables())).toEqual([]);
  });

  it.each([
    ...['HTTP_PROXY', 'http_proxy', 'NODE_ENV', 'PORTS', 'LOG_FORMAT', 'SERVICE_NAME', 'SANDBOX_PORT'],
    ...[
      'RAMP_CHECKOUT_SERVICE_HOST',
      'RAMP_CHECKOUT_KEY',
      'PAGES_PORT',
      'HTTP_HOST',
      'DATABASE_PORT_5432_TCP_ADDR',
      'AUTH_SERVICE_PORT_HTTP',
    ],
  ])('are not those of others: %s', (name) => {
    expect(told(name)).toEqual([]);
  });

  it('count as not set when they are empty', () => {
    expect(settingWarnings({ RAMP_MAX_RSP: ' ', RAMP_MAX_RSPS: undefined })).toEqual([]);
  });
});
