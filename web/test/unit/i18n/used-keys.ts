export interface Mentions {
  /** Whole keys in any quotes. */
  readonly literals: ReadonlySet<string>;
  /** Patterns of composed keys. */
  readonly patterns: readonly RegExp[];
  /** Arguments of `t`. */
  readonly asked: ReadonlySet<string>;
}

const KEY = /^[a-z][\w-]*(\.[\w-]+)+$/i;

/** Reads code as text, which is enough for keys because they are written in one form. */
export function mentionsIn(code: string): Mentions {
  const literals = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$\n]*)`/g)]
    .map(([, a, b, c]) => a ?? b ?? c ?? '')
    .filter((text) => KEY.test(text));
  const templates = [...code.matchAll(/`([\w.-]+\.(?:[\w.-]*\$\{[^}`]*\}[\w.-]*)+)`/g)].map(([, text = '']) => text);
  const asked = [...code.matchAll(/\bt\(\s*['"`]([^'"`$\n]+)['"`]/g)].map(([, key = '']) => key);
  return { literals: new Set(literals), patterns: templates.map(patternOf), asked: new Set(asked) };
}

/** `order.status.${status}` matches every key with that beginning. */
function patternOf(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\-]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\w.-]+')}$`);
}

export const isMentioned = ({ literals, patterns }: Mentions, key: string): boolean =>
  literals.has(key) || patterns.some((pattern) => pattern.test(key));
