/**
 * Texts that are rightly equal to English, by language. Look at a text before you add it: an equal text is otherwise
 * an untranslated one.
 */
export const SAME_AS_ENGLISH: Readonly<Record<string, readonly string[]>> = {
  es: ['memo.memo'],
  pt: ['memo.memo'],
  'zh-CN': [],
  ar: [],
};
