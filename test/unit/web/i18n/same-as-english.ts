/**
 * Texts that are the same in another language because they are right there, by language. Whoever adds one has looked at it:
 * the same text is otherwise one that nobody has translated.
 */
export const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  es: ['memo.memo'],
  pt: ['memo.memo'],
  'zh-CN': [],
  ar: [],
};
