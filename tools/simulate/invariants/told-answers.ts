import { PROBLEM_CODES } from '../../../src/platform/problems/problem.js';
import { asBody, MINUTE_MS } from './observed.js';
import type { Observed } from './observed.js';
import type { Told } from '../kernel/world.js';

/** A fault shows for so long: lost connections, and outages of the provider. */
const FELT_MS = { 500: 2 * MINUTE_MS, other: 30 * MINUTE_MS };

/** Every refusal is a documented problem, and the service fails only while something else does. */
export class ToldAnswers {
  #strikes = 0;
  #struckAt = -Infinity;

  constructor(private readonly world: Observed) {}

  /** Call it after each event: the counts of faults have no times. */
  lookAtFaults(): void {
    const strikes = [...this.world.faults.struck.values()].reduce((sum, times) => sum + times, 0);
    if (strikes > this.#strikes) this.#struckAt = this.world.scheduler.now;
    this.#strikes = strikes;
  }

  look(told: Told): string[] {
    if (told.kind !== 'answer' || told.answer.status < 400) return [];
    const { request, answer, sentAt } = told;
    const { code, status } = asBody(answer.body);
    const what = `${request.method} ${request.path}: ${answer.status} ${String(code)}`;
    const isKnown = PROBLEM_CODES.some((one) => one === code) && status === answer.status;
    // Over the provider's rate, and to the repeat of a request that the provider refused, it needs no fault.
    const isFailure = answer.status >= 500 && code !== 'ramp_unavailable' && code !== 'ramp_configuration';
    const isFelt = this.#struckAt >= sentAt - (answer.status === 500 ? FELT_MS[500] : FELT_MS.other);
    return [
      ...(isKnown ? [] : [`${what} is no documented problem`]),
      ...(isFailure && !isFelt ? [`${what} without a fault`] : []),
    ];
  }
}
