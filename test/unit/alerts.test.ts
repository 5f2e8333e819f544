import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALERT_RULES, ALERT_TESTS, alertRules } from '../support/alert-rules.js';
import { anchorsOf } from '../support/documents.js';
import { PROJECT } from '../support/programs.js';
import { findPromtool, runPromtool } from '../support/promtool.js';

const rules = alertRules();
const promtool = findPromtool();

describe('alerts', () => {
  it.each(rules)('$name has duration, severity, summary and runbook', ({ field }) => {
    expect(field('for')).toMatch(/^\d+m$/);
    expect(field('severity')).toMatch(/^(page|ticket)$/);
    expect(field('summary')).toMatch(/^['"].+\.['"]$/);
    const [file = '', anchor = ''] = (field('runbook') ?? '').split('#');
    expect(existsSync(join(PROJECT, file)), file).toBe(true);
    expect(anchorsOf(readFileSync(join(PROJECT, file), 'utf8'))).toContain(anchor);
  });

  it.each(rules)('$name is tested once silent and once firing', ({ name }) => {
    const tests = readFileSync(ALERT_TESTS, 'utf8');
    expect(tests).toMatch(new RegExp(`alertname: ${name}, eval_time: \\w+ \\}`));
    expect(tests).toMatch(new RegExp(`alertname: ${name}\\n +eval_time: \\w+\\n +exp_alerts:\\n +- exp_labels`));
  });

  it.skipIf(promtool === null).each([
    ['has nothing to say against the rules', ['check', 'rules', ALERT_RULES]],
    ['sees each alert silent, and firing', ['test', 'rules', ALERT_TESTS]],
  ])('promtool %s (skipped without promtool)', async (_what, args) => {
    const { code, output } = await runPromtool(promtool!, args);
    expect(code, output).toBe(0);
    expect(output).toContain('SUCCESS');
  });
});
