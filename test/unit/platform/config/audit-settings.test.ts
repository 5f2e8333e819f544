import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import type { AuditSettings } from '#src/platform/config/settings.js';
import { OPEN, settingsWith } from '../../../support/settings.js';

const audit = (more: Environment): AuditSettings => settingsWith(more).audit;

describe('the witness of the audit log', () => {
  it.each(['https://witness.example/anchors', 'http://127.0.0.1:9/anchors', 'https://127.0.0.1:9/anchors'])(
    'may be at %s',
    (anchorUrl) => {
      expect(audit({ AUDIT_ANCHOR_URL: anchorUrl }).anchorUrl).toBe(anchorUrl);
    },
  );

  it('may not be reached in clear over a network', () => {
    expect(() => audit({ AUDIT_ANCHOR_URL: 'http://witness.example/anchors' })).toThrow(
      'AUDIT_ANCHOR_URL must be https: whoever can alter what is sent can alter what it proves',
    );
  });
});

describe('how much staff may reveal', () => {
  it.each([
    ['as many an hour as it says', { REVEALS_PER_HOUR: '7' }, 7],
    ['without end when it is 0', { REVEALS_PER_HOUR: '0' }, Infinity],
    ['without end where nobody is told from another', { ...OPEN, REVEALS_PER_HOUR: '7' }, Infinity],
  ])('%s', (_, env, expected) => {
    expect(audit(env).revealsPerHour).toBe(expected);
  });
});
