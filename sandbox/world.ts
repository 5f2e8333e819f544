import { setMaxListeners } from 'node:events';
import type { Behaviour } from './switches/behaviour.js';
import { CallbackSender } from './callbacks/callback-sender.js';
import { Chaos } from './chaos/chaos.js';
import type { CallbackFate } from './chaos/plan.js';
import { VirtualClock } from './clock.js';
import type { Fault, FaultTarget } from './faults/fault.js';
import { FaultRules } from './faults/fault-rules.js';
import { Ledger } from './ledger/ledger.js';
import { OrderBook } from './orders/order-book.js';
import { Progress } from './orders/progress.js';
import type { Scenario } from './scenarios/scenario.js';
import { Stage } from './orders/stage.js';
import type { SandboxSettings } from './settings/settings.js';
import { initialBehaviour } from './settings/settings.js';
import { loadState, saveState } from './state-file.js';
import { TokenDesk } from './tokens.js';

export class World {
  readonly clock = new VirtualClock();
  readonly ledger = new Ledger();
  readonly orders = new OrderBook();
  readonly faultRules = new FaultRules();
  readonly chaos = new Chaos();
  readonly rate = new RateMeter();
  readonly stage: Stage;
  readonly tokens: TokenDesk;
  readonly callbacks: CallbackSender;
  readonly progress: Progress;
  readonly behaviour: Behaviour;
  /** Set once the sandbox listens. */
  publicUrl = '';

  private running = newEra();

  /** Throws if the state file cannot be read. */
  constructor(readonly settings: SandboxSettings) {
    const behaviour = initialBehaviour(settings);
    this.behaviour = behaviour;
    this.stage = new Stage(behaviour);
    this.tokens = new TokenDesk(() => this.clock.now(), {
      fixedToken: () => (behaviour.fixedToken ? settings.accessToken : null),
      lifetimeMs: () => behaviour.tokenLifetimeMs,
    });
    this.callbacks = new CallbackSender({
      clock: this.clock,
      ledger: this.ledger,
      settings: {
        appSecret: settings.appSecret,
        appSecretNext: settings.appSecretNext,
        // The current switch, not the initial setting.
        get timeZone() {
          return behaviour.timeZone;
        },
      },
      behaviour,
      fateOf: (number, status) => this.fateOf(number, status),
    });
    this.progress = new Progress({
      clock: this.clock,
      paceMs: () => behaviour.paceMs,
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

  /**
   * Ordered faults precede the scenario's, and those precede chaos. Chaos counts every call, so the others do not
   * change its later draws.
   */
  nextFault(target: FaultTarget, scenario: Scenario | null): Fault | null {
    const drawn = this.chaos.next(target);
    const played = this.stage.nextFault(scenario, target);
    return this.faultRules.next(target) ?? played ?? drawn;
  }

  /** Combines chaos and scenario. `number`: the merchant's, or the provider's if there is none. */
  private fateOf(number: string, status: string): CallbackFate {
    const order = this.orders.withMerchantNumber(number).at(-1) ?? this.orders.byNumber(number);
    const drawn = this.chaos.fateOf(number, status);
    const played = this.stage.fateOf(order);
    return {
      drop: drawn.drop || played.drop,
      duplicate: drawn.duplicate || played.duplicate,
      delayMs: drawn.delayMs + played.delayMs,
      forge: drawn.forge || played.forge,
    };
  }

  /** Aborted by the next reset or stop, which ends all waits. */
  get era(): AbortSignal {
    return this.running.signal;
  }

  /** Saves the state to the file, if one is set. Call it before any answer that shows the change. */
  commit(): void {
    if (this.settings.stateFile === null) return;
    const [orders, tokens, serial] = [this.orders.all(), this.tokens.alive(), this.orders.lastSerial()];
    saveState(this.settings.stateFile, { version: 1, serial, orders, tokens });
  }

  /** Back to an empty provider with its initial behaviour. */
  reset(): void {
    this.stop();
    this.orders.clear();
    this.ledger.clear();
    this.tokens.clear();
    this.faultRules.clear();
    this.chaos.switchOff();
    this.stage.clear();
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

/** Many delayed calls may listen at once, which is no leak. */
function newEra(): AbortController {
  const era = new AbortController();
  setMaxListeners(0, era.signal);
  return era;
}

const WINDOW_MS = 1000;

/** Counts calls on the machine's clock: callers' clocks run in real time and ignore the virtual offset. */
class RateMeter {
  private taken: number[] = [];

  /** True if one more call stays within the limit per second; only admitted calls count. 0: no limit. */
  admits(mostPerSecond: number): boolean {
    if (mostPerSecond === 0) return true;
    const now = performance.now();
    this.taken = this.taken.filter((moment) => now - moment < WINDOW_MS);
    if (this.taken.length >= mostPerSecond) return false;
    this.taken.push(now);
    return true;
  }
}
