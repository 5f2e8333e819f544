import type { PageLanguage } from '#src/platform/terms/terms.js';

/** Names of payment methods by code: in this language, where the merchant has named them so. */
export function payWayNames(
  payWays: Readonly<Record<string, string>>,
  language: PageLanguage,
): Readonly<Record<string, string>> {
  const ending = `@${language}`;
  const own = Object.entries(payWays).filter(([key]) => key.endsWith(ending));
  return { ...payWays, ...Object.fromEntries(own.map(([key, name]) => [key.slice(0, -ending.length), name])) };
}
