import { setMaxListeners } from 'node:events';
import { initialBehaviour } from './behaviour.js';
import type { Behaviour } from './behaviour.js';
import { CallbackSender } from './callbacks/callback-sender.js';
import { Chaos } from './chaos/chaos.js';
import { VirtualClock } from './clock.js';
import type { Fault, FaultTarget } from './faults/fault.js';
import { FaultRules } from './faults/fault-rules.js';
import { Ledger } from './ledger/ledger.js';
import { OrderBook } from './orders/order-book.js';
import { Progress } from './orders/progress.js';
import type { SandboxSettings } from './settings/settings.js';
import { loadState, saveState } from './state-file.js';
import { TokenDesk } from './tokens.js';

/** All that one sandbox knows. */
export class World {
  readonly clock = new VirtualClock();
  readonly ledger = new Ledger();
  readonly orders = new OrderBook();
  readonly faultRules = new FaultRules();
  readonly chaos = new Chaos();
  readonly tokens: TokenDesk;
  readonly callbacks: CallbackSender;
  readonly progress: Progress;
  readonly behaviour: Behaviour;
  /** Known once the sandbox listens. */
  publicUrl = '';

  private running = newEra();

  /** Throws when the state file cannot be read. */
  constructor(readonly settings: SandboxSettings) {
    this.tokens = new TokenDesk(() => this.clock.now(), settings.accessToken);
    this.behaviour = initialBehaviour(settings);
    this.callbacks = new CallbackSender({
      clock: this.clock,
      ledger: this.ledger,
      settings,
      behaviour: this.behaviour,
      fateOf: (number, status) => this.chaos.fateOf(number, status),
    });
    this.progress = new Progress({
      clock: this.clock,
      paceMs: () => this.behaviour.paceMs,
      commit: () => {
        this.commit();
      },
      announce: (order) => {
        this.callbacks.send(order);
      },
    });
    const saved = settings.stateFile === null ? null : loadState(settings.stateFile);
    if (saved !== null) {
      this.orders.load(saved.orders, saved.serial);
      this.tokens.load(saved.tokens);
    }
  }

  /** What a test has ordered goes before chaos, and does not change what chaos does to the calls after it. */
  nextFault(target: FaultTarget): Fault | null {
    const drawn = this.chaos.next(target);
    return this.faultRules.next(target) ?? drawn;
  }

  /** Aborted by the next reset or stop: what waits until then has no world to go on in. */
  get era(): AbortSignal {
    return this.running.signal;
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
    this.chaos.switchOff();
    this.clock.move(0);
    Object.assign(this.behaviour, initialBehaviour(this.settings));
    this.commit();
  }

  stop(): void {
    this.running.abort();
    this.running = newEra();
    this.progress.stop();
    this.callbacks.stop();
  }
}

/** Many delayed calls may wait for it at once, which is no leak. */
function newEra(): AbortController {
  const era = new AbortController();
  setMaxListeners(0, era.signal);
  return era;
}
