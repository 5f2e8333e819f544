import type { MerchantsCodes } from '../../../../src/ramp/wire/refusals.js';
import { isWireRecord } from '../../../../src/ramp/wire/wire.js';
import type { WireRecord } from '../../../../src/ramp/wire/wire.js';
import type { ProbeName } from '../plan/probes.js';
import type { KnownOrders, UnusedNumbers } from '../plan/probe.js';
import type { Subject } from '../plan/subject.js';
import { notAsked } from '../wire/exchange.js';
import type { Answered, Exchange } from '../wire/exchange.js';
import { saidBy } from './said.js';
import type { Said } from './said.js';

interface SignatureTrial {
  /** Names of the schemes tried, the configured one first. */
  readonly tried: readonly string[];
  /** null: none was accepted. */
  readonly accepted: { readonly name: string; readonly setting: string } | null;
}

export interface TrialContext {
  readonly appId: string;
  readonly subject: Subject | null;
  readonly numbers: UnusedNumbers;
  readonly known: KnownOrders;
  readonly signature: SignatureTrial;
  /** Correction of our own clock in timestamps. */
  readonly offsetMs: number;
  /** Codes with a configured meaning. */
  readonly codes: MerchantsCodes;
  /** The created order and its terms; null: none was created. */
  readonly created: { readonly orderNo: string; readonly fields: Readonly<Record<string, unknown>> } | null;
}

/** All requests and answers. For the judges only: it holds the provider's raw content. */
export class Seen {
  constructor(
    readonly exchanges: ReadonlyMap<ProbeName, Exchange>,
    readonly asked: TrialContext,
  ) {}

  exchange(name: ProbeName): Exchange {
    return this.exchanges.get(name) ?? notAsked('not reached');
  }

  /** null: no answer. */
  answered(name: ProbeName): Answered | null {
    const exchange = this.exchange(name);
    return exchange.kind === 'answered' ? exchange : null;
  }

  said(name: ProbeName): Said {
    return saidBy(this.exchange(name));
  }

  /** The record in an answer, with or without envelope; null: there is none. */
  record(name: ProbeName): WireRecord | null {
    const said = this.said(name);
    if (said.kind === 'bare') return said.data;
    return said.kind === 'success' && isWireRecord(said.data) ? said.data : null;
  }

  answers(): readonly { readonly name: ProbeName; readonly answered: Answered; readonly said: Said }[] {
    return [...this.exchanges].flatMap(([name, exchange]) =>
      exchange.kind === 'answered' ? [{ name, answered: exchange, said: saidBy(exchange) }] : [],
    );
  }
}
