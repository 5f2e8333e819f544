import { describe, expect, it } from 'vitest';
import { readSettings } from '#src/platform/config/environment.js';
import type { Environment } from '#src/platform/config/reader.js';
import { checkPages } from '#tools/provider-kit/doctor/checks/pages.js';
import type { OutsideAnswer } from '#tools/provider-kit/doctor/outside.js';
import { serviceKey } from '../../../../test/support/service-keys.js';

const GOOD = {
  DATABASE_URL: 'postgres://localhost/checkout',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app-1',
  RAMP_APP_SECRET: 'secret',
  SERVICE_KEY: serviceKey('7'),
  AUTH_GUESTS: 'true',
  PUBLIC_URL: 'https://pay.shop.example',
  SUPPORT_URL: 'https://shop.example/help',
  TERMS_URL: 'https://shop.example/terms',
  PRIVACY_URL: 'https://shop.example/privacy',
  PROVIDER_NAME: 'Ramp Inc.',
  PAGES_COUNTRIES: 'DE,US',
  PAY_WAY_NAMES: '10001=Visa',
};
const LOGO = 'https://cdn.shop.example/logo.svg';

const answered = (status: number, type: string): OutsideAnswer => ({ kind: 'answered', status, type, text: '' });

/** The doctor's finding, and the addresses that it requested. */
async function examined(more: Environment, logo: OutsideAnswer = answered(200, 'image/svg+xml')) {
  const asked: string[] = [];
  const get = (url: string): Promise<OutsideAnswer> => {
    asked.push(url);
    return Promise.resolve(logo);
  };
  return { asked, finding: await checkPages(readSettings({ ...GOOD, ...more }), { get }) };
}

describe("the doctor's check of the pages", () => {
  it.each([
    ['strangers may buy, and come back', {}, /^served/, null],
    ['they are switched off', { PAGES: 'false', AUTH_GUESTS: 'false' }, /^not served/, null],
    ['nobody may buy unknown', { AUTH_GUESTS: 'false' }, /nobody can buy/, /AUTH_GUESTS=true/],
    ['where they are is not known', { PUBLIC_URL: '' }, /^served/, null],
    ['help is not known', { SUPPORT_URL: '' }, /^customers have no link to your help$/, /^Set SUPPORT_URL\.$/],
    ['terms are not known', { TERMS_URL: '' }, /your terms$/, /^Set TERMS_URL\.$/],
    ['privacy is not known', { PRIVACY_URL: '' }, /privacy notice$/, /^Set PRIVACY_URL\.$/],
    ['the provider has no name', { PROVIDER_NAME: '' }, /provider's name$/, /^Set PROVIDER_NAME\.$/],
    ['all countries are offered', { PAGES_COUNTRIES: '' }, /do not sell$/, /^Set PAGES_COUNTRIES\.$/],
    ['methods have no names', { PAY_WAY_NAMES: '' }, /as codes/, /^Set PAY_WAY_NAMES\.$/],
    [
      'much is missing',
      { TERMS_URL: '', PAY_WAY_NAMES: '' },
      /^customers have no link to your terms, see payment methods as codes/,
      /^Set TERMS_URL, PAY_WAY_NAMES\.$/,
    ],
    ['all of it is missing where no pages are served', { PAGES: 'false', TERMS_URL: '' }, /^not served$/, null],
  ])('%s', async (_what, more: Environment, detail, fix) => {
    const { finding } = await examined(more);
    expect(finding.state).toBe(fix === null ? 'pass' : 'warning');
    expect(finding.detail).toMatch(detail);
    if (fix === null) expect(finding.fix).toBeNull();
    else expect(finding.fix).toMatch(fix);
  });

  it.each<[string, OutsideAnswer, RegExp | null]>([
    ['is an image', answered(200, 'image/svg+xml'), null],
    ['is gone', answered(404, 'text/html'), /^the logo does not load: HTTP 404 text\/html$/],
    ['is a page', answered(200, 'text/html'), /HTTP 200 text\/html/],
    ['leads elsewhere', answered(302, ''), /HTTP 302$/],
    ['cannot be reached', { kind: 'failed', reason: 'ENOTFOUND' }, /ENOTFOUND$/],
  ])('a logo that %s', async (_what, answer, detail) => {
    const { finding, asked } = await examined({ BRAND_LOGO_URL: LOGO }, answer);
    expect(asked).toEqual([LOGO]);
    expect(finding.state).toBe(detail === null ? 'pass' : 'warning');
    if (detail !== null) expect(finding.detail).toMatch(detail);
  });

  it('requests nothing where no pages are served', async () => {
    expect((await examined({ BRAND_LOGO_URL: LOGO, PAGES: 'false' })).asked).toEqual([]);
  });
});
