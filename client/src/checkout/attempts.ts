import type { Answer } from '../http/transport.js';
import type { FailedAttempt } from '../options.js';
import { nextStep } from './next-step.js';
import type { Patience } from './patience.js';

/** Sends the request until it is answered, `nextStep` gives up, or patience runs out; then throws the last error. */
export async function untilAnswered<Data>(
  send: () => Promise<Answer<Data>>,
  patience: Patience,
  onFailed?: (failed: FailedAttempt) => void,
): Promise<Answer<Data>> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (patience.signal?.aborted === true) throw error;
      const next = nextStep(error, attempt, Math.random());
      if (next.kind === 'give_up') throw error;
      onFailed?.(next.failed);
      if (!(await patience.pause(next.afterMs))) throw error;
    }
  }
}
