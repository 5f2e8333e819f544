import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../audit/audit.types.js';
import { OrdersService } from '../orders/read/orders.service.js';
import { PersonsService } from '../orders/read/persons.service.js';
import type { PersonsOrder } from '../orders/read/persons.service.js';
import { ErasureService } from '../orders/write/erasure.service.js';
import { Settings } from '../platform/config/settings.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { Problem, PROBLEM_TEXTS } from '../platform/shared/problem.js';
import { renewRequestTime } from '../platform/shared/request-time.js';
import { ErasureList, erasureOf } from './erasure-list.js';
import { ErasureRepository } from './erasure.repository.js';
import type { Erasure, ForgetOptions, Forgotten, Replayed, Subject } from './privacy.types.js';

/** Each batch is a statement of its own: whoever is killed in between goes on by being called again. */
const BATCH = 100;
const MOST_NAMED = 100;
const DIGEST_SHOWN = 16;

/** Takes a customer out of everything that is stored. Orders, amounts and histories stay. */
@Injectable()
export class ForgetService {
  constructor(
    private readonly persons: PersonsService,
    private readonly erasures: ErasureService,
    @Inject(OrdersService) private readonly orders: Pick<OrdersService, 'find'>,
    private readonly list: ErasureRepository,
    private readonly audit: AuditService,
    private readonly keys: KeysService,
    @Inject(Settings) private readonly settings: Pick<Settings, 'keptByLaw'>,
  ) {}

  /**
   * All or nothing: throws `order_not_ended` with the numbers of those that have not, and `not_found` where there is no
   * order of this number. What it does, it has written down before, as a digest. Those that went on while the others were
   * erased are told by `order_not_ended` too.
   */
  async forget(actor: Actor, subject: Subject, { dryRun, force }: ForgetOptions): Promise<Forgotten> {
    const numbers = await this.numbersOf(subject);
    refuseOpen(await this.openOf(numbers, force));
    if (dryRun) return { orders: numbers.length, erased: 0 };
    const erasure = erasureOf(await this.keys.ring(), subject, await this.list.now());
    const digest = erasure.digest.toString('hex').slice(0, DIGEST_SHOWN);
    const target = `${subject.kind} #${erasure.keyId}:${digest}`;
    await this.audit.record({
      actor,
      action: 'person.forget',
      target,
      reason: null,
      detail: { orders: numbers.length, forced: force },
    });
    await this.list.add(erasure);
    const erased = await this.erase(actor, numbers, force);
    const unerased = [];
    for (const batch of batchesOf(numbers)) unerased.push(...(await this.erasures.unerased(batch)));
    refuseOpen(unerased);
    return { orders: numbers.length, erased };
  }

  /** Forgets anew whom a list names: after a restore, everybody who was forgotten since. */
  async replay(actor: Actor, erasures: readonly Erasure[]): Promise<Replayed> {
    const forgotten = new ErasureList(await this.keys.ring(), erasures);
    if (forgotten.missingKeys.length > 0) {
      throw new Error(`there is no service key ${forgotten.missingKeys.join(', ')}`);
    }
    const numbers: string[] = [];
    for await (const order of this.persons.all()) {
      if (subjectsOf(order).some((subject) => forgotten.has(subject, order.createdAt)))
        numbers.push(order.merchantOrderNo);
    }
    const detail = { erasures: erasures.length, orders: numbers.length };
    await this.audit.record({ actor, action: 'person.replay', target: null, reason: null, detail });
    for (const erasure of erasures) await this.list.add(erasure);
    const open = await this.openOf(numbers, false);
    const ended = numbers.filter((number) => !open.includes(number));
    return { orders: numbers.length, erased: await this.erase(actor, ended, false), open };
  }

  /** Whom a restored backup has to be made to forget. */
  forgotten(): Promise<Erasure[]> {
    return this.list.list();
  }

  private async openOf(numbers: readonly string[], endsUnpaid: boolean): Promise<string[]> {
    const open: string[] = [];
    for (const batch of batchesOf(numbers)) open.push(...(await this.erasures.stillOpen(batch, endsUnpaid)));
    return open;
  }

  private async erase({ id }: Actor, numbers: readonly string[], endsUnpaid: boolean): Promise<number> {
    let erased = 0;
    for (const batch of batchesOf(numbers)) {
      renewRequestTime();
      erased += await this.erasures.erase(batch, { kind: 'staff', by: id }, this.settings.keptByLaw, endsUnpaid);
    }
    return erased;
  }

  private async numbersOf({ kind, value }: Subject): Promise<string[]> {
    switch (kind) {
      case 'customer':
        return this.persons.numbersOf(value);
      case 'email':
        return this.persons.numbersWithEmail(value);
      case 'order': {
        if ((await this.orders.find(value)).state !== null) return [value];
        throw new Problem('not_found', PROBLEM_TEXTS.orderNotFound);
      }
    }
  }
}

function refuseOpen(open: readonly string[]): void {
  if (open.length === 0) return;
  const members = { merchantOrderNos: open.slice(0, MOST_NAMED) };
  throw new Problem('order_not_ended', PROBLEM_TEXTS.notEnded, { members });
}

/** By what an order may have been forgotten. */
const subjectsOf = ({ merchantOrderNo, customerId, emails }: PersonsOrder): Subject[] => [
  { kind: 'order', value: merchantOrderNo },
  ...(customerId === null ? [] : [{ kind: 'customer', value: customerId } as const]),
  ...emails.map((value) => ({ kind: 'email', value }) as const),
];

function* batchesOf(numbers: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < numbers.length; from += BATCH) yield numbers.slice(from, from + BATCH);
}
