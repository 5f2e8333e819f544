import { TEST_EVENT } from './webhook.types.js';
import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import type { Actor, AuditAction, AuditEntry } from '../audit/audit.types.js';
import { Settings } from '../platform/config/settings.js';
import { HOUR } from '../platform/time/time.js';
import { Problem, PROBLEM_TEXTS, wrongField } from '../platform/problems/problem.js';
import { isUuid } from '../platform/text/text.js';
import { newSigningKey, firstKeys, rotatedKeys } from './decisions/webhook-signature.js';
import type { WebhookScheme } from './decisions/webhook-signature.js';
import { normalUrl, maskedEndpoint, urlFault } from './url-fault.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { DeliveryRepository } from './storage/delivery.repository.js';
import type { ReplaySpan } from './storage/delivery.repository.js';
import { EndpointRepository } from './storage/endpoint.repository.js';
import type { EndpointChange } from './storage/endpoint.repository.js';
import type { EndpointRow } from './webhook.types.js';
import { Chance } from '../platform/chance.js';

const MOST_ENDPOINTS = 50;
const REPLAYS = { most: 20, withinMs: HOUR };
/** Keeps a replay statement far below the statement timeout. */
const REPLAYED_AT_ONCE = 5000;

interface EndpointInput {
  readonly url: string;
  readonly events: readonly string[];
  readonly description: string | null;
  readonly enabled: boolean;
}

export interface NewEndpoint {
  readonly endpoint: EndpointRow;
  readonly verifier: string;
}

/** `to` null: until now; `events` null: all events of the endpoint. */
type ReplayInput = Omit<ReplaySpan, 'to'> & { readonly to: Date | null };

/** Manages webhook endpoints. Each change is recorded in the audit log before it is made. */
@Injectable()
export class EndpointsService {
  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly deliveries: DeliveryRepository,
    private readonly secrets: EndpointSecretsService,
    private readonly audit: AuditService,
    private readonly chance: Chance,
    @Inject(Settings) private readonly settings: Pick<Settings, 'webhooks'>,
  ) {}

  list(): Promise<EndpointRow[]> {
    return this.endpoints.list();
  }

  /** Throws `not_found`. */
  async get(id: string): Promise<EndpointRow> {
    return found(isUuid(id) ? await this.endpoints.find(id) : null);
  }

  async create(actor: Actor, input: EndpointInput, scheme: WebhookScheme): Promise<NewEndpoint> {
    this.checkUrl(input.url);
    if ((await this.endpoints.list()).length >= MOST_ENDPOINTS)
      throw wrongField('url', 'there are 50 endpoints already');
    const id = this.chance.uuid();
    const key = newSigningKey(scheme, this.chance);
    await this.record(actor, 'webhook.create', id, { after: maskedEndpoint(input) });
    const endpoint = await this.endpoints.insert({
      id,
      url: normalUrl(input.url),
      events: input.events,
      description: input.description,
      ...(await this.secrets.seal(id, firstKeys(key))),
      disabledReason: input.enabled ? null : 'staff',
      failures: 0,
      failingSince: null,
      createdAt: await this.endpoints.now(),
      createdBy: actor.id,
    });
    return { endpoint, verifier: key.verifier };
  }

  /** Omitted fields stay. A re-enabled endpoint receives new events only; `replay` sends the missed ones. */
  async change(actor: Actor, id: string, { enabled, ...input }: Partial<EndpointInput>): Promise<EndpointRow> {
    const before = await this.get(id);
    if (input.url !== undefined) this.checkUrl(input.url);
    const isEnabledAnew = enabled === true && before.disabledReason !== null;
    const change: EndpointChange = {
      ...input,
      ...(input.url === undefined ? {} : { url: normalUrl(input.url) }),
      ...(isEnabledAnew ? { disabledReason: null } : {}),
      ...(enabled === false ? { disabledReason: 'staff' } : {}),
    };
    await this.record(actor, 'webhook.change', id, {
      fields: Object.keys({ ...input, ...(enabled === undefined ? {} : { enabled }) }),
      before: maskedEndpoint(before),
      after: maskedEndpoint({ ...before, ...change }),
    });
    return found(await this.endpoints.change(id, change));
  }

  async delete(actor: Actor, id: string): Promise<void> {
    const before = await this.get(id);
    await this.record(actor, 'webhook.delete', id, { before: maskedEndpoint(before) });
    await this.endpoints.delete(id);
  }

  /** Throws `key_not_rotatable` after a concurrent rotation: the secret returned there would be valid for a day only. */
  async rotate(actor: Actor, id: string): Promise<NewEndpoint> {
    const before = await this.get(id);
    const former = (await this.secrets.open(before)) ?? [];
    const key = newSigningKey(former[0]?.key.scheme ?? 'v1', this.chance);
    await this.record(actor, 'webhook.rotate', id, { endpoint: maskedEndpoint(before) });
    const keys = rotatedKeys(former, key, await this.endpoints.now());
    const endpoint = await this.endpoints.replaceSecret(before, await this.secrets.seal(id, keys));
    if (endpoint === null) throw new Problem('key_not_rotatable', PROBLEM_TEXTS.webhookSecretReplaced);
    return { endpoint, verifier: key.verifier };
  }

  async test(actor: Actor, id: string): Promise<string> {
    await this.get(id);
    await this.record(actor, 'webhook.test', id);
    const message = await this.secrets.message(TEST_EVENT, { endpointId: id }, await this.endpoints.now());
    return this.deliveries.makeTest(message, id);
  }

  /** An interrupted replay may send messages twice. Throws `rate_limited`: each may send thirty days of messages. */
  async replay(actor: Actor, id: string, { from, to, events }: ReplayInput): Promise<number> {
    const endpoint = await this.get(id);
    const detail = { from, to, events, endpoint: maskedEndpoint(endpoint) };
    const entry = { actor, action: 'webhook.replay', target: id, reason: null, detail } as const;
    const waitMs = await this.audit.recordWithin(entry, REPLAYS);
    if (waitMs > 0) throw tooManyReplays(waitMs);
    const span = { from, to: to ?? (await this.endpoints.now()), events };
    let messages = 0;
    for (let after: number | null = 0; after !== null;) {
      const { made, last } = await this.deliveries.replay(id, span, after, REPLAYED_AT_ONCE);
      messages += made;
      after = last;
    }
    return messages;
  }

  private checkUrl(url: string): void {
    const fault = urlFault(url, this.settings.webhooks);
    if (fault !== null) throw wrongField('url', fault);
  }

  private record(actor: Actor, action: AuditAction, target: string, detail: AuditEntry['detail'] = {}): Promise<void> {
    return this.audit.record({ actor, action, target, reason: null, detail });
  }
}

function found(endpoint: EndpointRow | null): EndpointRow {
  if (endpoint === null) throw new Problem('not_found', PROBLEM_TEXTS.webhookNotFound);
  return endpoint;
}

const tooManyReplays = (waitMs: number): Problem =>
  new Problem('rate_limited', PROBLEM_TEXTS.tooManyReplays, {
    retryAfter: Math.ceil(waitMs / 1000),
    security: { event: 'excess_rate_limit_exceeded', facts: { limit: 'replays' } },
  });
