import type { Crypto } from '#client/src/index.js';
import type { I18n } from '../../i18n/i18n.js';

const NAMES = { memo: 'order.detail.memo', tag: 'memo.tag', comment: 'memo.comment' } as const;

/** The network's own term for a memo. */
export function memoName(pair: Crypto | undefined, t: I18n['t']): string {
  return t(NAMES[pair?.memoLabel ?? 'memo']);
}
