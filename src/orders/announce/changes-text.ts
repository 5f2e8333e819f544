import type { OrderRow } from '../model/order.types.js';

/**
 * An order that changed. `version`: what it has now, so that whoever knows that one already need not read it; null: something
 * changed that has no version, and it has to be read.
 */
export interface ChangedOrder {
  readonly merchantOrderNo: string;
  readonly version: number | null;
}

const WORD = 'orders';
/** No number of ours holds what stands between numbers here. */
const CHANGED = /^([^\s:]{1,64}):(\d{1,9}|\*)$/;

export const changeOf = ({ order }: { readonly order: OrderRow }): ChangedOrder => ({
  merchantOrderNo: order.merchantOrderNo,
  version: order.version,
});

/** Changed orders as texts of `mostBytes` at most, as many in each as fit: `orders A-1:7 A-2:*`. */
export function changesToTexts(changes: Iterable<ChangedOrder>, mostBytes: number): string[] {
  const texts: string[] = [];
  let text = WORD;
  for (const { merchantOrderNo, version } of changes) {
    const one = ` ${merchantOrderNo}:${version ?? '*'}`;
    if (text !== WORD && Buffer.byteLength(text + one) > mostBytes) {
      texts.push(text);
      text = WORD;
    }
    text += one;
  }
  return text === WORD ? texts : [...texts, text];
}

/** The other way round. Whatever another release may have written: what cannot be read is left out. */
export function changesInText(text: string): ChangedOrder[] {
  const [word, ...rest] = text.split(' ');
  if (word !== WORD) return [];
  return rest.flatMap((one) => {
    const [, merchantOrderNo, version] = CHANGED.exec(one) ?? [];
    if (merchantOrderNo === undefined || version === undefined) return [];
    return [{ merchantOrderNo, version: version === '*' ? null : Number(version) }];
  });
}
