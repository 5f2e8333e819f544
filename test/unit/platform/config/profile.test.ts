import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { renderProfile } from '#tools/provider-kit/conformance/profile.js';
import { SettingsReader, PROFILE_SETTINGS } from '#src/platform/config/reader.js';
import { settingsWith } from '../../../support/settings.js';

const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-profile-'));
const file = join(folder, 'provider.env');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function withProfile(text: string, more: Readonly<Record<string, string>> = {}) {
  writeFileSync(file, text);
  return settingsWith({ RAMP_PROFILE: file, ...more });
}

describe('a profile of the provider', () => {
  it('sets what the environment leaves out, or leaves empty', () => {
    const text = "# a comment\nRAMP_SIGNATURE=v4\nRAMP_NOT_FOUND='null'\n";
    expect(withProfile(text).ramp.signature).toEqual(settingsWith({ RAMP_SIGNATURE: 'v4' }).ramp.signature);
    expect(withProfile(text, { RAMP_SIGNATURE: ' ' }).ramp).toEqual(withProfile(text).ramp);
    expect(withProfile(`\ufeffRAMP_SIGNATURE=v4\r\nRAMP_NOT_FOUND='null'\r\n`).ramp).toEqual(withProfile(text).ramp);
  });

  it('gives way to the environment', () => {
    const { ramp } = withProfile('RAMP_SIGNATURE=v4\n', { RAMP_SIGNATURE: 'legacy' });
    expect(ramp.signature).toEqual(settingsWith({ RAMP_SIGNATURE: 'legacy' }).ramp.signature);
  });

  it.each(['RAMP_APP_SECRET', 'RAMP_ACCESS_TOKEN_AUTHORIZATION', 'RAMP_ALLOW_HTTP', 'AUTH', 'RAMP_SIGNATUR'])(
    'with %s is refused: it does not describe the provider',
    (name) => {
      expect(() => withProfile(`${name}=planted-value\n`)).toThrow(`RAMP_PROFILE holds ${name}`);
      expect(() => withProfile(`${name}=planted-value\n`)).not.toThrow('planted-value');
    },
  );

  it('that cannot be read stops the start', () => {
    expect(() => settingsWith({ RAMP_PROFILE: join(folder, 'none') })).toThrow(
      'RAMP_PROFILE names a file that cannot be read',
    );
  });
});

describe('the profile that conformance writes', () => {
  const report = {
    baseUrl: 'https://ramp.example',
    at: '2026-01-01T00:00:00Z',
    contract: [],
    observations: [
      { name: 'signature.scheme', value: 'v4', detail: 'refused: v3\nRAMP_APP_ID=x', setting: 'RAMP_SIGNATURE=v4' },
      { name: 'reply', value: 'x', detail: 'quotes', setting: `RAMP_CALLBACK_REPLY_BODY={"it":"it's #1"}` },
      { name: 'other', value: null, detail: 'not seen', setting: null },
    ],
  };

  it('is read as it was observed, and keeps what the run was told', () => {
    const told = { RAMP_TIME_ZONE: 'Asia/Singapore', RAMP_SIGNATURE: 'legacy', RAMP_APP_SECRET: 'planted' };
    const text = renderProfile(report, new SettingsReader(told));
    expect(text).not.toContain('planted');
    const direct = {
      RAMP_SIGNATURE: 'v4',
      RAMP_TIME_ZONE: 'Asia/Singapore',
      RAMP_CALLBACK_REPLY_BODY: `{"it":"it's #1"}`,
    };
    expect(withProfile(text)).toEqual(settingsWith({ ...direct }));
  });

  it('names every setting that describes the provider', () => {
    const text = renderProfile(report, new SettingsReader({}));
    expect(PROFILE_SETTINGS.filter((name) => !text.includes(`${name}=`))).toEqual([]);
  });
});
