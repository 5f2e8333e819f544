import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALERT_RULES, ALERT_TESTS, alertRules, selectorsOf } from '../support/alert-rules.js';
import { anchorsOf } from '../support/documents.js';
import { PROJECT } from '../support/programs.js';
import { findPromtool, runPromtool } from '../support/promtool.js';

const rules = alertRules();
const promtool = findPromtool();
const page = readFileSync(join(PROJECT, 'docs/operations/alerts.md'), 'utf8');

/** The page's table of alerts with their metrics. */
const rows = [...page.matchAll(/^\| `(RampCheckout\w+)` \| (.+?) \|/gm)].map(([, name = '', metric = '']) => ({
  name,
  metric,
}));

describe('alerts', () => {
  it('are those of the page, in its order', () => {
    expect(rules.length).toBeGreaterThan(10);
    expect(rows.map(({ name }) => name)).toEqual(rules.map(({ name }) => name));
  });

  it.each(rows.filter(({ metric }) => metric.startsWith('`ramp_checkout_')))(
    '$name uses the metric that the page names',
    ({ name, metric }) => {
      const [wanted] = selectorsOf(metric);
      const { expression = '' } = rules.find((rule) => rule.name === name) ?? {};
      const asked = selectorsOf(expression).filter((selector) => selector.metric === wanted!.metric);
      expect(asked).not.toEqual([]);
      expect(asked.flatMap(({ matchers }) => matchers)).toEqual(expect.arrayContaining([...wanted!.matchers]));
    },
  );

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
