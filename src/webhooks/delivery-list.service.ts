import { Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { Actor } from '../audit/audit.types.js';
import type { Page, PageRequest } from '../platform/database/pages.js';
import { Problem, PROBLEM_TEXTS } from '../platform/problems/problem.js';
import { DeliveryListRepository } from './storage/delivery-list.repository.js';
import type { DeliveryFile, DeliveryFilter, ListedDelivery } from './delivery-list.js';
import { isUuid } from '../platform/text/text.js';

@Injectable()
export class DeliveryListService {
  constructor(
    private readonly deliveries: DeliveryListRepository,
    private readonly audit: AuditService,
  ) {}

  list(filter: DeliveryFilter, page: PageRequest): Promise<Page<ListedDelivery>> {
    return this.deliveries.list(filter, page);
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<DeliveryFile> {
    const delivery = isUuid(id) ? await this.deliveries.find(id) : null;
    if (delivery === null) throw new Problem('not_found', PROBLEM_TEXTS.deliveryNotFound);
    return { delivery, attempts: await this.deliveries.attemptsOf(id) };
  }

  /** Starts a fresh series of attempts now, in any state. Throws `not_found`. */
  async redeliver(actor: Actor, id: string): Promise<void> {
    const { delivery } = await this.get(id);
    const detail = { endpointId: delivery.endpointId, event: delivery.event };
    await this.audit.record({ actor, action: 'webhook.redeliver', target: id, reason: null, detail });
    await this.deliveries.redeliver(id);
  }
}
