import { describe, expect, it } from 'vitest';
import { readSettings } from '#src/platform/config/environment.js';
import { judgePages } from '#tools/provider-kit/doctor/checks/pages.js';
import { serviceKey } from '../../../../test/support/service-keys.js';

const GOOD = {
  DATABASE_URL: 'postgres://localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'secret',
  SERVICE_KEY: serviceKey('7'),
  AUTH_GUESTS: 'true',
  PUBLIC_URL: 'https://pay.shop.example/ramp',
  REDIRECT_ORIGINS: 'https://shop.example,https://pay.shop.example',
};

describe("the doctor's check of the pages", () => {
  it.each([
    ['strangers may buy, and come back', {}, /^served/, null],
    ['they are switched off', { PAGES: 'false', AUTH_GUESTS: 'false' }, /^not served/, null],
    ['nobody may buy unknown', { AUTH_GUESTS: 'false' }, /nobody can buy/, /AUTH_GUESTS=true/],
    [
      'nobody comes back',
      { REDIRECT_ORIGINS: 'https://shop.example' },
      /not sent back/,
      /https:\/\/pay\.shop\.example to/,
    ],
    ['where they are is not known', { PUBLIC_URL: '' }, /^served/, null],
  ])('%s', (_what, more, detail, fix) => {
    const finding = judgePages(readSettings({ ...GOOD, ...more }));
    expect(finding.state).toBe(fix === null ? 'pass' : 'warning');
    expect(finding.detail).toMatch(detail);
    if (fix === null) expect(finding.fix).toBeNull();
    else expect(finding.fix).toMatch(fix);
  });
});
