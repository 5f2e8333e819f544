import { CallbackSender } from './callbacks/callback-sender.js';
import { VirtualClock } from './clock.js';
import type { Fault, FaultSource, FaultTarget } from './faults/fault.js';
import { FaultRules } from './faults/fault-rules.js';
import { Ledger } from './ledger.js';
import { OrderBook } from './orders/order-book.js';
import { Progress } from './orders/progress.js';
import type { SandboxSettings } from './settings/settings.js';
import { loadState, saveState } from './state-file.js';
import { TokenDesk } from './tokens.js';

/** How the provider behaves where its contract leaves it open; tests switch these while it runs. */
export interface Behaviour {
  paceMs: number;
  callbacks: boolean;
  /** HTTP status of refusals. */
  refusalHttpStatus: number;
  /** What a query of an order that does not exist answers: success with null data, or a refusal. */
  unknownOrder: 'null-data' | 'refusal';
}

/** All that one sandbox knows. */
export class World {
  readonly clock = new VirtualClock();
  readonly ledger = new Ledger();
  readonly orders = new OrderBook();
  readonly faultRules = new FaultRules();
  readonly tokens: TokenDesk;
  readonly callbacks: CallbackSender;
  readonly progress: Progress;
  readonly behaviour: Behaviour;
  /** Known once the sandbox listens. */
  publicUrl = '';

  private readonly faultSources: readonly FaultSource[] = [this.faultRules];

  /** Throws when the state file cannot be read. */
  constructor(readonly settings: SandboxSettings) {
    this.tokens = new TokenDesk(() => this.clock.now(), settings.accessToken);
    this.callbacks = new CallbackSender(this.clock, this.ledger, settings);
    this.behaviour = initialBehaviour(settings);
    this.progress = new Progress({
      now: () => this.clock.now(),
      paceMs: () => this.behaviour.paceMs,
      commit: () => {
        this.commit();
      },
      announce: (order) => {
        if (this.behaviour.callbacks) this.callbacks.send(order);
      },
    });
    const saved = settings.stateFile === null ? null : loadState(settings.stateFile);
    if (saved !== null) {
      this.orders.load(saved.orders, saved.serial);
      this.tokens.load(saved.tokens);
    }
  }

  /** The first source that has a fault for this call decides. */
  nextFault(target: FaultTarget): Fault | null {
    for (const source of this.faultSources) {
      const fault = source.next(target);
      if (fault !== null) return fault;
    }
    return null;
  }

  /** Makes what has changed durable, where a state file is set. Comes before any answer that tells of the change. */
  commit(): void {
    if (this.settings.stateFile === null) return;
    const [orders, tokens, serial] = [this.orders.all(), this.tokens.alive(), this.orders.lastSerial()];
    saveState(this.settings.stateFile, { version: 1, serial, orders, tokens });
  }

  /** Back to an empty provider with the behaviour that its settings say. */
  reset(): void {
    this.stop();
    this.orders.clear();
    this.ledger.clear();
    this.tokens.clear();
    this.faultRules.clear();
    this.clock.offsetMs = 0;
    Object.assign(this.behaviour, initialBehaviour(this.settings));
    this.commit();
  }

  stop(): void {
    this.progress.stop();
    this.callbacks.stop();
  }
}

function initialBehaviour({ paceMs, callbacks }: SandboxSettings): Behaviour {
  return { paceMs, callbacks, refusalHttpStatus: 200, unknownOrder: 'null-data' };
}
