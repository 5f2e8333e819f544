import type { Behaviour } from '../switches/behaviour.js';
import type { CallbackFate } from '../chaos/plan.js';
import { UNHARMED } from '../chaos/plan.js';
import type { Fault, FaultTarget } from '../faults/fault.js';
import type { Order } from './order.js';
import type { Scenario } from '../scenarios/scenario.js';
import { scenarioIn, scenarioOf } from '../scenarios/table.js';

const NO_FAULT: Omit<Fault, 'act'> = { ms: 0, code: 503, body: '', returnCode: '', returnMsg: '', http: 200, data: {} };

export class Stage {
  /** Calls by endpoint and number within scenarios. */
  private readonly calls = new Map<string, number>();

  constructor(private readonly behaviour: Readonly<Behaviour>) {}

  /** By the merchant's number, else by the merchant's name, since some shops cannot choose their numbers. */
  castBuy(merchantOrderNo: string, merchantName: string): Scenario | null {
    if (!this.behaviour.scenarios) return null;
    return scenarioIn(merchantOrderNo, 'BUY') ?? scenarioIn(merchantName, 'BUY');
  }

  castSell(merchantOrderNo: string): Scenario | null {
    return this.behaviour.scenarios ? scenarioIn(merchantOrderNo, 'SELL') : null;
  }

  /** Counts calls: ask exactly once for each. */
  nextFault(scenario: Scenario | null, { endpoint, number }: FaultTarget): Fault | null {
    const planned = scenario?.faults?.find((candidate) => candidate.endpoint === endpoint);
    if (planned === undefined) return null;
    const key = `${endpoint} ${number}`;
    const nth = (this.calls.get(key) ?? 0) + 1;
    this.calls.set(key, nth);
    if (planned.times !== 0 && nth > planned.times) return null;
    return { ...NO_FAULT, ...planned.fault(this.behaviour) };
  }

  fateOf(order: Order | null): CallbackFate {
    const callbacks = scenarioOf(order?.scenario)?.callbacks;
    if (callbacks === undefined) return UNHARMED;
    return {
      drop: callbacks.drop ?? false,
      duplicate: callbacks.duplicate ?? false,
      forge: callbacks.forge ?? false,
      delayMs: (callbacks.delayPaces ?? 0) * this.behaviour.paceMs,
    };
  }

  clear(): void {
    this.calls.clear();
  }
}

/** The parts of a scenario that an order carries from its creation. */
export function roleIn(
  scenario: Scenario | null,
): Pick<Order, 'scenario' | 'step' | 'omits' | 'overrides' | 'vanished'> {
  if (scenario === null) return { overrides: {} };
  const { word, steps, record, omits, hidden } = scenario;
  return {
    scenario: word,
    overrides: { ...record },
    ...(steps === undefined ? {} : { step: 0 }),
    ...(omits === undefined ? {} : { omits }),
    ...(hidden === undefined ? {} : { vanished: true }),
  };
}
