import { CannotBeDone } from './program.js';
import { momentOf } from '../../platform/time/time.js';
import type { Span } from '../../accounting/span.js';

/** Reads `--from` and `--to`. Throws {@link CannotBeDone}. */
export function spanOf(from: string | undefined, to: string | undefined): Span {
  const moment = (name: string, text: string | undefined): Date | null => {
    const found = text === undefined ? null : momentOf(text);
    if (text !== undefined && found === null) {
      throw new CannotBeDone(`--${name} must be a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z`);
    }
    return found;
  };
  const span = { from: moment('from', from), to: moment('to', to) };
  if (span.from !== null && span.to !== null && span.from >= span.to) {
    throw new CannotBeDone('--from must be before --to');
  }
  return span;
}
