import type { CallbackEntry } from '../ledger/entry.js';
import type { CallbackLetter } from './callback-letter.js';

const PATIENCE_MS = 5000;
const REPLY_KEPT = 200;

/** Sends one callback and stores the result in its entry. Never throws; follows no redirect. */
export async function post(letter: CallbackLetter, entry: CallbackEntry, stopping: AbortSignal): Promise<void> {
  const { url, method, headers, body } = letter;
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(PATIENCE_MS)]),
    });
    entry.httpStatus = answer.status;
    entry.reply = (await answer.text()).slice(0, REPLY_KEPT);
    entry.outcome = 'answered';
  } catch (error) {
    entry.error = error instanceof Error ? reason(error) : 'unknown';
    entry.outcome = 'failed';
  }
}

/** The cause of `fetch failed` has the reason. */
function reason(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : error.message;
}
