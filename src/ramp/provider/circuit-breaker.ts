import { Logger } from '@nestjs/common';
import type { Time, Timer } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import type { Metrics } from '../../platform/telemetry/metrics.js';

const SILENCES_TO_OPEN = 5;
const PROBE_EVERY_MS = 1000;

/** Evidence of a call about the provider's availability. `neither`: the call was not sent, or its connection broke. */
export type SignOfLife = 'answer' | 'silence' | 'neither';

/**
 * Open while the provider is away, so that no request waits in vain or ends with an unknown outcome. Opens after five
 * silences in a row, never on an answer, however bad; any answer closes it. Probes once a second.
 */
export class CircuitBreaker {
  private silences = 0;
  private open = false;
  private stopped = false;
  private probing = false;
  private probeTimer: Timer | null = null;
  private probe: () => Promise<unknown> = () => Promise.resolve();

  constructor(
    private readonly time: Time,
    private readonly report: (isOpen: boolean) => void,
  ) {}

  get isOpen(): boolean {
    return this.open;
  }

  /** `probe` makes a call without side effects and reports through {@link note}. */
  probeWith(probe: () => Promise<unknown>): void {
    this.probe = probe;
  }

  note(sign: SignOfLife): void {
    if (sign === 'neither') return;
    this.silences = sign === 'silence' ? this.silences + 1 : 0;
    const isOpen = sign === 'silence' && (this.open || this.silences >= SILENCES_TO_OPEN);
    if (isOpen === this.open) return;
    this.open = isOpen;
    if (isOpen) this.probeLater();
    else this.probeTimer?.cancel();
    this.report(isOpen);
  }

  stop(): void {
    this.stopped = true;
    this.probeTimer?.cancel();
  }

  private probeLater(): void {
    if (this.stopped) return;
    this.probeTimer = this.time.after(PROBE_EVERY_MS, () => {
      this.probeLater();
      if (!this.probing) void this.probeOnce();
    });
  }

  private async probeOnce(): Promise<void> {
    this.probing = true;
    try {
      await this.probe();
    } catch {
      // A probe that fails on our side says nothing about the provider; the next one follows in a second.
    } finally {
      this.probing = false;
    }
  }
}

export function reportedCircuitBreaker(time: Time, metrics: Metrics): CircuitBreaker {
  const logger = new Logger('Ramp');
  let openedAt = 0;
  const breaker = new CircuitBreaker(time, (isOpen) => {
    if (isOpen) {
      openedAt = time.monotonic();
      logEvent(logger, 'provider_silent');
    } else logEvent(logger, 'provider_answers_again', { awayMs: Math.round(time.monotonic() - openedAt) });
  });
  metrics.gauge(
    'ramp_checkout_provider_breaker_open',
    '1 while this process holds back its calls because the provider does not answer.',
    [],
    () => Promise.resolve([{ labels: {}, value: breaker.isOpen ? 1 : 0 }]),
  );
  return breaker;
}
