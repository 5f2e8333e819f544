import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import type { ChallengeSettings } from '#src/platform/config/settings.js';
import { settingsWith, wrongWith } from '../../../support/settings.js';

const VERIFIER = {
  GUEST_CHALLENGE_URL: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  GUEST_CHALLENGE_SECRET: 'planted-secret',
};
const WIDGET = {
  GUEST_CHALLENGE_SITE_KEY: '0x4AAA-_b',
  GUEST_CHALLENGE_SCRIPT_URL: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
};

const GUESTS = { AUTH_GUESTS: 'true' };

const challenge = (more: Environment): ChallengeSettings | null =>
  settingsWith({ ...GUESTS, ...more }).guests.challenge;

const wrong = (more: Environment): readonly string[] => wrongWith({ ...GUESTS, ...more });

describe('a challenge for guests', () => {
  it('is verified at an address with a secret', () => {
    expect(challenge({})).toBeNull();
    expect(challenge(VERIFIER)).toMatchObject({
      url: VERIFIER.GUEST_CHALLENGE_URL,
      widget: null,
    });
    expect(challenge(VERIFIER)?.secret.reveal()).toBe('planted-secret');
  });

  it('has a widget that loads from the origin of its script, and from those that it is known to need', () => {
    expect(challenge({ ...VERIFIER, ...WIDGET })?.widget).toEqual({
      siteKey: '0x4AAA-_b',
      scriptUrl: WIDGET.GUEST_CHALLENGE_SCRIPT_URL,
      sources: ['https://challenges.cloudflare.com'],
    });
    const scriptUrl = 'https://js.hcaptcha.com/1/api.js';
    expect(challenge({ ...VERIFIER, ...WIDGET, GUEST_CHALLENGE_SCRIPT_URL: scriptUrl })?.widget?.sources).toEqual([
      'https://js.hcaptcha.com',
      'https://hcaptcha.com',
      'https://*.hcaptcha.com',
    ]);
  });

  const together = 'GUEST_CHALLENGE_URL and GUEST_CHALLENGE_SECRET are set together or not at all';
  const widget = 'GUEST_CHALLENGE_SITE_KEY and GUEST_CHALLENGE_SCRIPT_URL are set together or not at all';
  const tls = 'must be https: its answers decide who may buy';

  it.each<[Environment, string]>([
    [{ GUEST_CHALLENGE_URL: VERIFIER.GUEST_CHALLENGE_URL }, together],
    [{ GUEST_CHALLENGE_SECRET: 'planted-secret' }, together],
    [{ ...VERIFIER, GUEST_CHALLENGE_URL: 'http://verifier.example/siteverify' }, `GUEST_CHALLENGE_URL ${tls}`],
    [
      { ...VERIFIER, ...WIDGET, GUEST_CHALLENGE_SCRIPT_URL: 'http://w.example/api.js' },
      `GUEST_CHALLENGE_SCRIPT_URL ${tls}`,
    ],
    [{ ...VERIFIER, GUEST_CHALLENGE_SITE_KEY: 'a' }, widget],
    [{ ...VERIFIER, GUEST_CHALLENGE_SCRIPT_URL: 'https://w.example/api.js' }, widget],
    [
      { ...VERIFIER, ...WIDGET, GUEST_CHALLENGE_SITE_KEY: 'a;b' },
      'GUEST_CHALLENGE_SITE_KEY must be the public key of the widget',
    ],
  ])('refuses %j, and shows no value', (more, problem) => {
    expect(wrong(more)).toEqual([problem]);
  });

  it('refuses a widget without a verifier', () => {
    expect(wrong(WIDGET)).toEqual(
      Object.keys(WIDGET).map((name) => `${name} does nothing without GUEST_CHALLENGE_URL`),
    );
  });
});
