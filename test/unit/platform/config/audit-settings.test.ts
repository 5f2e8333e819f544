import { describe, expect, it } from 'vitest';
import type { Environment } from '#src/platform/config/reader.js';
import type { AuditSettings } from '#src/platform/config/settings.js';
import { OPEN, settingsWith } from '../../../support/settings.js';

const audit = (more: Environment): AuditSettings => settingsWith(more).audit;

describe('how much staff may reveal', () => {
  it.each([
    ['as many an hour as it says', { REVEALS_PER_HOUR: '7' }, 7],
    ['without end when it is 0', { REVEALS_PER_HOUR: '0' }, Infinity],
    ['without end where nobody is told from another', { ...OPEN, REVEALS_PER_HOUR: '7' }, Infinity],
  ])('%s', (_, env, expected) => {
    expect(audit(env).revealsPerHour).toBe(expected);
  });
});
