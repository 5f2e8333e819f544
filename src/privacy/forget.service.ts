import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../audit/audit.types.js';
import { StoredOrders } from '../orders/storage/stored-orders.service.js';
import { PersonsService } from './persons.service.js';
import type { OrderOfPerson } from './persons.service.js';
import { causeOf } from '../orders/model/cause.js';
import { ErasureService } from '../orders/write/erasure.service.js';
import { Settings } from '../platform/config/settings.js';
import { KeysService } from '../platform/crypto/keys.service.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { renewRequestTime } from '../platform/time/request-time.js';
import { ErasureList, erasureOf } from './erasure-list.js';
import type { Erasure, ErasureSubject } from './erasure-list.js';
import { ErasureRepository } from './erasure.repository.js';

/** Each batch is one statement: after a crash, call again to continue. */
const BATCH = 100;
const MAX_NUMBERS_SHOWN = 100;

interface ErasureCounts {
  /** Orders that match, including those erased before. */
  readonly orders: number;
  readonly erased: number;
}

@Injectable()
export class ForgetService {
  constructor(
    private readonly persons: PersonsService,
    private readonly erasures: ErasureService,
    @Inject(StoredOrders) private readonly orders: Pick<StoredOrders, 'find'>,
    private readonly list: ErasureRepository,
    private readonly audit: AuditService,
    private readonly keys: KeysService,
    @Inject(Settings) private readonly settings: Pick<Settings, 'keptByLawMs'>,
  ) {}

  /** Throws `order_not_ended`, and erases nothing, while an order is open; `force` first ends unpaid ones. */
  async forget(
    actor: Actor,
    subject: ErasureSubject,
    options: { dryRun: boolean; force: boolean },
  ): Promise<ErasureCounts> {
    const { dryRun, force } = options;
    const numbers = await this.numbersOf(subject);
    refuseOpen(await this.openOf(numbers, force));
    if (dryRun) return { orders: numbers.length, erased: 0 };
    const erasure = erasureOf(await this.keys.ring(), subject, await this.list.now());
    const target = `${subject.kind} #${erasure.keyId}:${erasure.digest.toString('hex').slice(0, 16)}`;
    const detail = { orders: numbers.length, forced: force };
    await this.audit.record({ actor, action: 'person.forget', target, reason: null, detail });
    await this.list.add(erasure);
    const erased = await this.erase(actor, numbers, force);
    const unerased = [];
    for (const batch of batchesOf(numbers)) unerased.push(...(await this.erasures.unerased(batch)));
    refuseOpen(unerased);
    return { orders: numbers.length, erased };
  }

  /** After a restore. `open`: the orders that were not erased because they have not ended in this database. */
  async replay(actor: Actor, erasures: readonly Erasure[]): Promise<ErasureCounts & { open: readonly string[] }> {
    const erasureList = new ErasureList(await this.keys.ring(), erasures);
    if (erasureList.missingKeys.length > 0) {
      throw new Error(`there is no service key ${erasureList.missingKeys.join(', ')}`);
    }
    const numbers: string[] = [];
    for await (const order of this.persons.all()) {
      if (subjectsOf(order).some((subject) => erasureList.has(subject, order.createdAt))) {
        numbers.push(order.merchantOrderNo);
      }
    }
    const detail = { erasures: erasures.length, orders: numbers.length };
    await this.audit.record({ actor, action: 'person.replay', target: null, reason: null, detail });
    for (const erasure of erasures) await this.list.add(erasure);
    const open = await this.openOf(numbers, false);
    const ended = numbers.filter((number) => !open.includes(number));
    return { orders: numbers.length, erased: await this.erase(actor, ended, false), open };
  }

  private async openOf(numbers: readonly string[], endsUnpaid: boolean): Promise<string[]> {
    const open: string[] = [];
    for (const batch of batchesOf(numbers)) open.push(...(await this.erasures.stillOpen(batch, endsUnpaid)));
    return open;
  }

  private async erase({ id }: Actor, numbers: readonly string[], endsUnpaid: boolean): Promise<number> {
    let erased = 0;
    for (const batch of batchesOf(numbers)) {
      erased += await this.erasures.erase(batch, causeOf('staff', id), this.settings.keptByLawMs, endsUnpaid);
    }
    return erased;
  }

  private async numbersOf({ kind, value }: ErasureSubject): Promise<string[]> {
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
  const members = { merchantOrderNos: open.slice(0, MAX_NUMBERS_SHOWN) };
  throw new Problem('order_not_ended', PROBLEM_TEXTS.notEnded, { members });
}

const subjectsOf = ({ merchantOrderNo, customerId, emails }: OrderOfPerson): ErasureSubject[] => [
  { kind: 'order', value: merchantOrderNo },
  ...(customerId === null ? [] : [{ kind: 'customer', value: customerId } as const]),
  ...emails.map((value) => ({ kind: 'email', value }) as const),
];

function* batchesOf(numbers: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < numbers.length; from += BATCH) {
    renewRequestTime();
    yield numbers.slice(from, from + BATCH);
  }
}
