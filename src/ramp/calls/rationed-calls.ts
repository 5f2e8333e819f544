import { Injectable, Logger } from '@nestjs/common';
import type { Secret } from '../../platform/callers/secret.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { currentPayer } from '../../platform/limits/payer-context.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { CircuitBreaker } from '../provider/circuit-breaker.js';
import { CallBudget } from '../rate/call-budget.js';
import { MonotonicTime } from '../../platform/time/time.js';
import { ProviderState } from '../provider/provider-state.js';
import type { HoldBack, RampNotSent, RampResult } from '../port/ramp.errors.js';
import type { CallPriority } from '../port/ramp.gateway.js';
import { REFUSALS } from '../port/refusal-table.js';
import { askUntilAccepted } from './ask-again.js';
import { heldBack, notSent, ProviderCall } from './provider-call.js';
import type { Call, Outcome, Unsent } from './provider-call.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/**
 * Sends calls within the rate and while the circuit breaker is closed, and reports each to metrics, log and breaker.
 */
@Injectable()
export class RationedCalls {
  private readonly logger = new Logger('Ramp');

  constructor(
    private readonly provider: ProviderCall,
    private readonly budget: CallBudget,
    private readonly breaker: CircuitBreaker,
    private readonly secrets: AppSecrets,
    private readonly state: ProviderState,
    private readonly time: MonotonicTime,
    private readonly metrics: Metrics,
  ) {}

  pollsAllowedNow(): number {
    return this.breaker.isOpen ? 0 : this.budget.pollsAllowedNow();
  }

  /**
   * Signed requests without side effects may be repeated, see {@link askUntilAccepted}. Creates never are: the caller
   * commits each attempt first. Nor are unsigned calls, which say nothing about the secrets.
   */
  call<T>(priority: CallPriority, call: Call<T>): Promise<RampResult<T>> {
    if (call.create ?? call.unsigned) return this.once(priority, call, this.secrets.signing);
    return askUntilAccepted(this.secrets, (secret) => this.once(priority, call, secret));
  }

  unsent(outcome: Unsent): RampNotSent {
    this.report(outcome, 0);
    return outcome.result;
  }

  private async once<T>(priority: CallPriority, call: Call<T>, secret: Secret): Promise<RampResult<T>> {
    // Before the budget: an unsent call must not use it.
    const blocked = this.holdBack(call);
    if (blocked !== null) return this.unsent(heldBack(call.request, blocked));
    const payer = priority === 'poll' ? null : currentPayer();
    const release = await this.budget.acquire(payer?.isGuest === true ? 'guest' : priority, payer?.id ?? null);
    if (release === null) {
      // A create's trade is stored and sent again later, just as after a full budget.
      const reason = this.budget.lacksDatabase && call.create === undefined ? 'database' : 'budget';
      return this.unsent(notSent(call.request, reason, 'over our own budget of calls'));
    }
    const startedAt = this.time.now();
    const { result, returnCode } = await this.attempt(call, secret).finally(release);
    const milliseconds = this.time.now() - startedAt;
    const explained = result.kind === 'refused' && call.explain ? await call.explain(result) : result;
    this.report({ result: explained, returnCode }, milliseconds);
    return explained;
  }

  private async attempt<T>(call: Call<T>, secret: Secret): Promise<Outcome<T>> {
    const blocked = this.holdBack(call);
    if (blocked !== null) return heldBack(call.request, blocked);
    const outcome = await this.provider.send(call, secret, () => this.holdBack(call));
    // Before the release, which lets the next waiting call start.
    if (outcome.slowDown !== undefined) this.budget.slowDown(outcome.slowDown.afterMs);
    return outcome;
  }

  /** Why the call must not be sent now; null: it may. Checked again after each wait. */
  private holdBack({ create, isProbe }: Call<unknown>): HoldBack | null {
    if (create?.maySend() === false) return 'too_late';
    return this.breaker.isOpen && isProbe !== true ? 'breaker_open' : null;
  }

  /** Logs no order numbers, addresses or secrets. */
  private report({ result, returnCode }: Outcome<unknown>, milliseconds: number): void {
    const { endpoint, httpStatus } = result.evidence;
    this.state.note(result);
    this.metrics.rampCalls.observe({ endpoint, result: result.kind }, milliseconds / 1000);
    if (result.kind === 'refused') {
      const { reason } = result;
      this.metrics.rampRefusals.inc({ endpoint, reason, acts: REFUSALS[reason].acts });
    }
    logEvent(this.logger, 'provider_call', {
      ...{ endpoint, kind: result.kind, httpStatus, returnCode, ms: Math.round(milliseconds) },
    });
  }
}
