import { ProblemError } from '#client/src/index.js';
import { refusalText } from './story/refusal-text.js';
import type { RefusalText } from './story/refusal-text.js';

/** Text for a failed retry; null: no special text. */
export function retryText(error: unknown): RefusalText | 'order.retry.no' | null {
  // The general text says until when.
  if (!(error instanceof ProblemError) || error.code === 'paused') return null;
  if (error.code === 'order_not_retryable' || error.code === 'order_in_review') return 'order.retry.no';
  const text = refusalText(error.code);
  return text === 'order.rejected.text' && error.code !== 'ramp_refused' ? null : text;
}
