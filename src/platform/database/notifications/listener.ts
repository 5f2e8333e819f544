import { Logger } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Secret } from '../../shared/secret.js';
import { OutageLog } from '../../telemetry/outage-log.js';
import { ListenConnection } from './listen-connection.js';
import type { Notifier } from './notifier.js';
import { Proof } from './proof.js';

const PROOF_WORD = 'proof ';

export interface ListenTimes {
  /** Between two proofs. */
  readonly proveEveryMs: number;
  /** How long one of them is good for. */
  readonly provedForMs: number;
  /** Between two connections, at first and at most. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

const TIMES: ListenTimes = { proveEveryMs: 4000, provedForMs: 9000, pauseMs: 500, longestPauseMs: 30_000 };

export interface Hearing {
  /** Something that this process or another one has told. */
  heard(body: string): void;
  /** Whether it is proved that everything is heard; false at first. What was told while it was not may be lost. */
  proved(holds: boolean): void;
}

/** Listens on a connection of its own for as long as somebody wants it, and proves all the time that it hears. */
export class Listener {
  private readonly outages = new OutageLog(new Logger('Listener'), 'change_listener');
  private readonly proof: Proof;
  private running: { readonly ending: AbortController; readonly ended: Promise<void> } | null = null;
  private isProved = false;
  /** Was the last connection ever good for anything? */
  private wasProved = false;

  constructor(
    private readonly url: Secret,
    private readonly notifier: Notifier,
    private readonly hearing: Hearing,
    private readonly times: ListenTimes = TIMES,
  ) {
    this.proof = new Proof(times.provedForMs);
  }

  get isListening(): boolean {
    return this.running !== null;
  }

  get holds(): boolean {
    return this.isProved;
  }

  start(): void {
    if (this.running !== null) return;
    const ending = new AbortController();
    this.running = { ending, ended: this.run(ending.signal) };
  }

  /** Never rejects. */
  async stop(): Promise<void> {
    const { running } = this;
    this.running = null;
    running?.ending.abort();
    await running?.ended;
  }

  private async run(ending: AbortSignal): Promise<void> {
    const isWanted = (): boolean => !ending.aborted;
    let failures = 0;
    while (isWanted()) {
      try {
        await this.session(ending);
      } catch (error) {
        if (isWanted()) this.outages.failed(error);
      }
      failures = this.takeWasProved() ? 0 : failures + 1;
      const pause = Math.min(this.times.longestPauseMs, this.times.pauseMs * 2 ** Math.min(failures, 20));
      // All processes lose their connections at once: they are not to come back at once.
      await sleep(pause * (0.5 + Math.random() / 2), undefined, { signal: ending }).catch(() => undefined);
    }
  }

  /** One connection, for as long as it is good for anything. */
  private async session(ending: AbortSignal): Promise<void> {
    const connection = await ListenConnection.open(this.url, (payload) => this.hear(payload), ending);
    const since = performance.now();
    try {
      while (!connection.over.aborted) {
        this.prove();
        await sleep(this.times.proveEveryMs, undefined, { signal: connection.over }).catch(() => undefined);
        this.conclude();
        const isDeaf = !this.isProved && performance.now() - since >= this.times.provedForMs;
        if (isDeaf) throw new Error('what this process notified itself of did not come back');
      }
      if (!ending.aborted) this.outages.failed(new Error('the connection was lost'));
    } finally {
      this.proof.lost();
      this.conclude();
      await connection.close();
    }
  }

  private takeWasProved(): boolean {
    const { wasProved } = this;
    this.wasProved = false;
    return wasProved;
  }

  private prove(): void {
    const mark = randomUUID();
    this.proof.sent(mark, performance.now());
    // One that could not be sent does not come back either.
    this.notifier.notify([PROOF_WORD + mark]).catch(() => undefined);
  }

  private hear(payload: string): void {
    if (!payload.startsWith(PROOF_WORD)) {
      this.hearing.heard(payload);
      return;
    }
    this.proof.heard(payload.slice(PROOF_WORD.length));
    this.conclude();
  }

  private conclude(): void {
    const holds = this.proof.holds(performance.now());
    if (holds) {
      this.outages.worked();
      this.wasProved = true;
    }
    if (holds === this.isProved) return;
    this.isProved = holds;
    this.hearing.proved(holds);
  }
}
