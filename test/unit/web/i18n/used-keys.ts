/** What a piece of code says about the keys that it uses. */
export interface Mentions {
  /** Whole keys, in quotation marks of any kind. */
  readonly literals: ReadonlySet<string>;
  /** Keys that are put together: a pattern each. */
  readonly patterns: readonly RegExp[];
  /** What is given to `t` directly. */
  readonly asked: ReadonlySet<string>;
}

const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/i;

/** Reads code as text: good enough for keys, which are written in one way only. */
export function mentionsIn(code: string): Mentions {
  const literals = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$\n]*)`/g)]
    .map(([, a, b, c]) => a ?? b ?? c ?? '')
    .filter((text) => KEY.test(text));
  const templates = [...code.matchAll(/`([\w.-]+\.(?:[\w.-]*\$\{[^}`]*\}[\w.-]*)+)`/g)].map(([, text = '']) => text);
  const asked = [...code.matchAll(/\bt\(\s*['"`]([^'"`$\n]+)['"`]/g)].map(([, key = '']) => key);
  return { literals: new Set(literals), patterns: templates.map(patternOf), asked: new Set(asked) };
}

/** `order.status.${status}` stands for every key that begins like that. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\w.-]+')}$`);
}

export const isMentioned = ({ literals, patterns }: Mentions, key: string): boolean =>
  literals.has(key) || patterns.some((pattern) => pattern.test(key));
