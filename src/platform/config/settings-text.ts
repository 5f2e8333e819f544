import { SETTING_GROUPS } from './settings-table.js';
import type { Setting } from './table/kinds.js';
import { DAY, HOUR, MINUTE } from '../time/time.js';

export function settingsHelp(): string {
  const groups = SETTING_GROUPS.map(({ title, settings }) => {
    const entries = Object.entries(settings).map(
      ([name, setting]) =>
        `  ${name}\n      ${meaning(setting)}\n      ${valuesText(setting)} [${defaultText(setting)}]\n`,
    );
    return `${title}:\n\n${entries.join('')}`;
  });
  const text = `Merchant-side checkout over a signed ramp provider API.

Settings (environment variables) and their defaults. An empty value counts as not set. A secret may also stand in the
file that <name>_FILE names.

${groups.join('\n')}`;
  return text.replaceAll('`', '');
}

/** What it says, and what it needs. */
export function meaning({ says, needs }: Setting): string {
  return needs === undefined ? says : `${says} Needs \`${needs[0]}\`: ${needs[1]}.`;
}

export function valuesText(setting: Setting): string {
  switch (setting.kind) {
    case 'integer':
      return [
        `${setting.min} to ${setting.max}`,
        ...(setting.unit === 'ms' ? ['ms', ...durationText(setting.max)] : []),
      ].join(' ');
    case 'boolean':
      return '`true`, `false`';
    case 'choice':
      return setting.values.map(code).join(', ');
    case 'url':
      return 'address';
    case 'text':
    case 'list':
    case 'secret':
      return setting.kind;
  }
}

export function defaultText(setting: Setting): string {
  if (setting.required) return 'required';
  const value = String(setting.default ?? '');
  const parts = [
    ...(value === '' ? [] : [code(value)]),
    ...(setting.kind === 'integer' && setting.unit === 'ms' ? durationText(setting.default ?? 0) : []),
  ];
  const note = setting.defaultNote ?? (value === '' ? 'none' : '');
  return [parts.join(' '), note].filter((part) => part !== '').join(', ');
}

function code(value: string): string {
  return `\`${value}\``;
}

/** In the largest unit of which it is a whole number. */
function durationText(ms: number): string[] {
  const units: readonly (readonly [string, number])[] = [
    ['d', DAY],
    ['h', HOUR],
    ['min', MINUTE],
    ['s', 1000],
  ];
  const [name, length] = units.find(([, unit]) => ms % unit === 0) ?? ['ms', 1];
  return ms === 0 || length === 1 ? [] : [`(${ms / length} ${name})`];
}
