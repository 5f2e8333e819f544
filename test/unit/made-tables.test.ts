import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SCENARIOS } from '#sandbox/scenarios/table.js';
import { allSettings } from '#sandbox/settings/help.js';
import { grantStatements } from '#src/cli/migrate/grants.js';
import { SETTING_GROUPS } from '#src/platform/config/settings-table.js';
import { defaultText, meaning, valuesText } from '#src/platform/config/settings-text.js';
import type { Setting } from '#src/platform/config/table/kinds.js';
import { SENSITIVE_FIELDS } from '#src/platform/redaction/sensitive-fields.js';
import { PROBLEM_CODES, problemRow } from '#src/platform/problems/problem.js';
import { BACKGROUND_TASKS, LOG_EVENTS } from '#src/platform/telemetry/log-events.js';
import { KEPT_DATA, keptDataText } from '../support/kept-data.js';
import { alertRules, selectorsOf } from '../support/alert-rules.js';
import { LIFE_HEAD, lifeOfAnOrder } from '../support/life-of-an-order.js';

const PAGES: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'errors.md': { 'error codes': errorsText },
  'order-life.md': { 'the life of an order': () => table(LIFE_HEAD, lifeOfAnOrder()) },
  'operations/alerts.md': { alerts: alertsText },
  'operations/logs.md': { 'log events': logEventsText },
  'operations/settings.md': { settings: settingsText },
  'sandbox.md': { settings: sandboxSettingsText, scenarios: scenariosText },
  'security/database-writer.md': {
    grants: () => `\`\`\`sql\n${grantStatements('ramp_service').join(';\n')};\n\`\`\`\n`,
  },
  'security/personal-data.md': { 'kept data': keptDataText, 'what shows where': shownText },
};

// With --update, which is what the command does, the pages are written.
it.each(Object.entries(PAGES))('%s says what the code says; if not: npm run docs', async (name, sections) => {
  const path = join(import.meta.dirname, '../../docs', name);
  let page = readFileSync(path, 'utf8');
  for (const [title, make] of Object.entries(sections)) {
    const marks = new RegExp(`(<!-- Made by npm run docs: ${title}\\. -->\\n)[^]*?(<!-- Until here\\. -->\\n)`);
    expect(page).toMatch(marks);
    page = page.replace(marks, (_all, from: string, to: string) => `${from}\n${make()}\n${to}`);
  }
  await expect(page).toMatchFileSnapshot(path);
});

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const [first, ...others] = [head, ...rows].map((cells) => `| ${cells.join(' | ')} |\n`);
  return [first, `|${'---|'.repeat(head.length)}\n`, ...others].join('');
}

function settingsText(): string {
  const row = ([name, setting]: [string, Setting]): string[] => {
    const more = setting.more === undefined ? '' : ` ${setting.more}.`;
    return [`\`${name}\``, meaning(setting) + more, valuesText(setting), defaultText(setting)];
  };
  const groups = SETTING_GROUPS.map(
    ({ title, settings }) =>
      `## ${title}\n\n${table(['name', 'meaning', 'values', 'default'], Object.entries(settings).map(row))}`,
  );
  return groups.join('\n');
}

function alertsText(): string {
  const rows = alertRules().map(({ name, expression, field }) => {
    const metrics = [...new Set(selectorsOf(expression).map(({ metric }) => `\`${metric}\``))];
    const summary = field('summary')!.slice(1, -1);
    const says = summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, '*$1*').replace(/\{\{ \$value[^}]* \}\}/g, '*n*');
    const [file, anchor = ''] = field('runbook')!.replace('docs/operations/', '').split('#');
    return [`\`${name}\``, metrics.join(', '), says, `[${anchor.replaceAll('-', ' ')}](${file}#${anchor})`];
  });
  return table(['alert', 'metric', 'says', 'do'], rows);
}

function errorsText(): string {
  const rows = PROBLEM_CODES.map((code) => {
    const { status, next } = problemRow(code);
    return [`\`${code}\``, String(status), next];
  });
  return table(['code', 'HTTP', 'do'], rows);
}

function logEventsText(): string {
  const rows = Object.entries(LOG_EVENTS).map(([event, [level, text]]) => [
    `\`${event}\``,
    level === 'log' ? 'info' : level,
    text,
  ]);
  const tasks = BACKGROUND_TASKS.map((task) => `\`${task}\``).join(', ');
  return `${table(['event', 'level', 'text'], rows)}\n\`task\` is one of ${tasks}.\n`;
}

function shownText(): string {
  const rows = SENSITIVE_FIELDS.map(({ are, names, ...shown }) => [
    are,
    names.map((name) => `\`${name}\``).join(', '),
    ...(['log', 'sent', 'answered', 'history', 'staff', 'owner'] as const).map((place) => shown[place] ?? ''),
  ]);
  const places = ['log', 'evidence: sent', 'evidence: answered', 'history', 'staff', "a sale's owner"];
  return table(['what', 'fields', ...places], rows);
}

function sandboxSettingsText(): string {
  const rows = allSettings().map(({ env, field, choices, fallback, meaning }) => {
    const how = field === null ? '' : `; ${choices}`;
    return [`\`${env}\``, `${meaning}${how}`, `\`${fallback}\``];
  });
  return table(['setting', 'meaning', 'default'], rows);
}

function scenariosText(): string {
  const rows = SCENARIOS.map(({ word, side, what, ends }) => {
    const { status, inReview = false, problem = null, trades = 1 } = ends;
    const ending = [
      `\`${status}\``,
      ...(problem === null ? [] : [`\`${problem}\``]),
      ...(inReview ? ['in review'] : []),
      ...(trades === 1 ? [] : [`${trades} trades`]),
    ];
    return [`\`..${word}\``, side, what, ending.join(', ')];
  });
  return table(['magic value', 'side', 'what happens', 'ends as'], rows);
}

it('the table of what is kept names settings that there are', () => {
  const settings = SETTING_GROUPS.flatMap(({ settings: group }) => Object.keys(group));
  const text = JSON.stringify(KEPT_DATA);
  const named = [...text.matchAll(/`([A-Z_]+_MS)`/g)].map(([, name]) => name!);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !settings.includes(name))).toEqual([]);
});
