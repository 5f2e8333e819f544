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

/** How the signature was found. */
interface SignatureTrial {
  /** Names of the schemes that were tried, the configured one first. */
  readonly tried: readonly string[];
  /** null: none was accepted. */
  readonly accepted: { readonly name: string; readonly setting: string } | null;
}

/** What the judges know beside the answers. */
export interface Asked {
  readonly appId: string;
  readonly subject: Subject | null;
  readonly numbers: UnusedNumbers;
  readonly known: KnownOrders;
  readonly signature: SignatureTrial;
  /** What was added to our own clock for the timestamps. */
  readonly offsetMs: number;
  /** That the settings give a meaning. */
  readonly codes: MerchantsCodes;
  /** With what the created order was asked for; null: none was made. */
  readonly created: { readonly orderNo: string; readonly fields: Readonly<Record<string, unknown>> } | null;
}

/** Everything that was asked and answered. Only the judges look into it: it holds whatever the provider said. */
export class Seen {
  constructor(
    readonly exchanges: ReadonlyMap<ProbeName, Exchange>,
    readonly asked: Asked,
  ) {}

  exchange(name: ProbeName): Exchange {
    return this.exchanges.get(name) ?? notAsked('not reached');
  }

  /** null: there was no answer. */
  answered(name: ProbeName): Answered | null {
    const exchange = this.exchange(name);
    return exchange.kind === 'answered' ? exchange : null;
  }

  said(name: ProbeName): Said {
    return saidBy(this.exchange(name));
  }

  /** The record in an answer, wrapped or bare; null: there is none. */
  record(name: ProbeName): WireRecord | null {
    const said = this.said(name);
    if (said.kind === 'bare') return said.data;
    return said.kind === 'success' && isWireRecord(said.data) ? said.data : null;
  }

  /** All that was answered, in the order in which it was asked. */
  answers(): readonly { readonly name: ProbeName; readonly answered: Answered; readonly said: Said }[] {
    return [...this.exchanges].flatMap(([name, exchange]) =>
      exchange.kind === 'answered' ? [{ name, answered: exchange, said: saidBy(exchange) }] : [],
    );
  }
}
