import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './programs.js';

export const ALERT_RULES = join(PROJECT, 'deploy/alerts.yml');
export const ALERT_TESTS = join(PROJECT, 'deploy/alerts.test.yml');

export interface AlertRule {
  readonly name: string;
  readonly expression: string;
  /** undefined: no such field. */
  readonly field: (name: string) => string | undefined;
}

/** The alerts of the rule file. Parses only the form of that file, not all of YAML. */
export function alertRules(): AlertRule[] {
  const [, ...texts] = readFileSync(ALERT_RULES, 'utf8').split(/^ {6}- alert: /m);
  return texts.map((text) => {
    const field = (name: string): string | undefined => new RegExp(`^ +${name}: (.+)$`, 'm').exec(text)?.[1];
    const expression = /^ +expr: (?:\|\n)?([^]+?)\n +for:/m.exec(text)?.[1] ?? '';
    return { name: text.slice(0, text.indexOf('\n')), expression, field };
  });
}

export interface Selector {
  readonly metric: string;
  readonly matchers: readonly { readonly label: string; readonly isEqual: boolean; readonly value: string }[];
}

export function selectorsOf(expression: string): Selector[] {
  return [...expression.matchAll(/(ramp_checkout_\w+)(?:\{([^}]*)\})?/g)].map(([, metric = '', labels = '']) => ({
    metric,
    matchers: [...labels.matchAll(/(\w+)(!?=)"([^"]*)"/g)].map(([, label = '', operator, value = '']) => ({
      label,
      isEqual: operator === '=',
      value,
    })),
  }));
}
