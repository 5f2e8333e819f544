import { Injectable, Logger } from '@nestjs/common';
import type { Secret } from '../../platform/callers/secret.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { currentPayer } from '../../platform/limits/payer-context.js';
import { AppSecrets } from '../signing/app-secrets.js';
import { CircuitBreaker } from '../provider/circuit-breaker.js';
import { CallBudget } from '../rate/call-budget.js';
import { Time } from '../../platform/time/time.js';
import { ProviderState } from '../provider/provider-state.js';
import type { HoldReason, RampNotSent, RampResult } from '../port/ramp.errors.js';
import type { CallPriority } from '../port/ramp.gateway.js';
import { REFUSALS } from '../port/refusal-table.js';
import { heldBack, notSent, ProviderCall } from './provider-call.js';
import type { Call, Outcome, Unsent } from './provider-call.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** Sends calls within the rate and while the circuit breaker is closed; reports to metrics, log and breaker. */
@Injectable()
export class RationedCalls {
  private readonly logger = new Logger('Ramp');

  constructor(
    private readonly provider: ProviderCall,
    private readonly budget: CallBudget,
    private readonly breaker: CircuitBreaker,
    private readonly secrets: AppSecrets,
    private readonly state: ProviderState,
    private readonly time: Time,
    private readonly metrics: Metrics,
  ) {}

  pollsAllowedNow(): number {
    return this.breaker.isOpen ? 0 : this.budget.pollsAllowedNow();
  }

  /**
   * Repeats once with a fresh timestamp if that was refused, and once with the other secret of a rotation if the
   * signature was. Never repeats a create (the caller commits each attempt first) nor an unsigned call.
   */
  async call<T>(priority: CallPriority, call: Call<T>): Promise<RampResult<T>> {
    const tried = new Set<'stamp' | 'secret'>();
    let secret = this.secrets.signing;
    for (;;) {
      const repeated = tried.size === 0 ? call : { ...call, resends: tried.size };
      const result = await this.once(priority, repeated, secret);
      if (tried.has('secret') && result.kind === 'answered') this.secrets.accept(secret);
      const why = (call.create ?? call.unsigned) ? null : retryReason(result);
      if (why === null || tried.has(why)) return result;
      tried.add(why);
      const other = why === 'secret' ? this.secrets.otherThan(secret) : secret;
      if (other === null) return result;
      secret = other;
    }
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
    const startedAt = this.time.monotonic();
    const { result, returnCode } = await this.attempt(call, secret).finally(release);
    const milliseconds = this.time.monotonic() - startedAt;
    const explained = result.kind === 'refused' && call.explain ? await call.explain(result) : result;
    this.report({ result: explained, returnCode }, milliseconds);
    return explained;
  }

  private async attempt<T>(call: Call<T>, secret: Secret): Promise<Outcome<T>> {
    const blocked = this.holdBack(call);
    if (blocked !== null) return heldBack(call.request, blocked);
    const outcome = await this.provider.send(call, secret, () => this.holdBack(call));
    // Before the release, which lets the next waiting call start.
    if (outcome.slowDown !== undefined) this.budget.pace.slowDown(outcome.slowDown.afterMs);
    return outcome;
  }

  /** null: it may be sent now. Checked again after each wait. */
  private holdBack({ create, isProbe }: Call<unknown>): HoldReason | null {
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
      endpoint,
      kind: result.kind,
      httpStatus,
      returnCode,
      ms: Math.round(milliseconds),
    });
  }
}

/** With an unknown code, these suggest a wrong signature. */
const ABOUT_THE_CALLER: ReadonlySet<number | null> = new Set([401, 403]);

/** Its timestamp or its secret was refused. null: don't repeat. */
export function retryReason(result: RampResult<unknown>): 'stamp' | 'secret' | null {
  if (result.kind !== 'refused') return null;
  const { reason, evidence } = result;
  if (reason === 'timestamp_expired') return 'stamp';
  const isAboutSecret =
    reason === 'signature' || (reason === 'undocumented' && ABOUT_THE_CALLER.has(evidence.httpStatus));
  return isAboutSecret ? 'secret' : null;
}
