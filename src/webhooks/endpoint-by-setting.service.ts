import { Inject, Injectable } from '@nestjs/common';
import { AuditService } from '../audit/audit.service.js';
import { SERVICE } from '../audit/audit.types.js';
import type { AuditAction } from '../audit/audit.types.js';
import { Settings } from '../platform/config/settings.js';
import type { WebhookEndpointSettings } from '../platform/config/settings.js';
import { firstKeys, rotatedKeys, signingKeyOf } from './decisions/webhook-signature.js';
import { normalUrl, maskedEndpoint } from './url-fault.js';
import { EndpointSecretsService } from './endpoint-secrets.service.js';
import { EndpointRepository } from './storage/endpoint.repository.js';
import type { EndpointChange } from './storage/endpoint.repository.js';
import type { EndpointRow } from './webhook.types.js';

/** The endpoint of `WEBHOOK_URL`. The id is fixed so that replicas that start together create one row. */
export const SETTING_ENDPOINT = {
  id: '5e771197-0e4d-4c1b-9a35-7c1f0b6a2d10',
  createdBy: 'setting',
  description: 'set by WEBHOOK_URL',
} as const;
const { id: ID } = SETTING_ENDPOINT;

/** Endpoints kept by the settings cannot be changed by staff. */
export const isKeptBySettings = ({ id, disabledReason }: EndpointRow): boolean =>
  id === ID && disabledReason !== 'setting';

@Injectable()
export class EndpointBySetting {
  private isApplied: boolean;

  constructor(
    private readonly endpoints: EndpointRepository,
    private readonly secrets: EndpointSecretsService,
    private readonly audit: AuditService,
    @Inject(Settings) private readonly settings: Pick<Settings, 'roles' | 'webhookEndpoint'>,
  ) {
    // Only workers apply the settings: an API process may run without them.
    this.isApplied = !settings.roles.worker;
  }

  /** Applies the settings once per process; later calls do nothing. Throws if the database is unavailable. */
  async apply(): Promise<void> {
    while (!this.isApplied) this.isApplied = await this.isAsSet();
  }

  /** Returns false after a change: check again, because another replica may have changed the row at the same time. */
  private async isAsSet(): Promise<boolean> {
    const setting = this.settings.webhookEndpoint;
    const wanted = setting && { ...setting, url: normalUrl(setting.url) };
    const before = await this.endpoints.find(ID);
    if (wanted !== null) return before === null ? this.make(wanted) : this.follow(before, wanted);
    if (before === null || before.disabledReason === 'setting') return true;
    await this.record('webhook.change', { fields: ['enabled'], before: maskedEndpoint(before) });
    await this.endpoints.change(ID, { disabledReason: 'setting' });
    return false;
  }

  private async make({ url, events, secret }: WebhookEndpointSettings): Promise<false> {
    await this.record('webhook.create', { after: maskedEndpoint({ url, events }) });
    await this.endpoints.insert({
      ...SETTING_ENDPOINT,
      url,
      events,
      ...(await this.secrets.seal(ID, firstKeys(signingKeyOf(secret.reveal())))),
      disabledReason: null,
      failures: 0,
      failingSince: null,
      createdAt: await this.endpoints.now(),
    });
    return false;
  }

  /** Each change encrypts the secret again, so of several concurrent changes only one matches the row it read. */
  private async follow(before: EndpointRow, wanted: WebhookEndpointSettings): Promise<boolean> {
    const change = changeBySetting(before, wanted);
    const key = signingKeyOf(wanted.secret.reveal());
    const current = (await this.secrets.open(before)) ?? [];
    const isRotated = current[0]?.key.secret !== key.secret;
    if (Object.keys(change).length === 0 && !isRotated) return true;
    await this.record(isRotated ? 'webhook.rotate' : 'webhook.change', {
      fields: [...Object.keys(change), ...(isRotated ? ['secret'] : [])],
      before: maskedEndpoint(before),
      after: maskedEndpoint({ ...before, ...change }),
    });
    const keys = isRotated ? rotatedKeys(current, key, await this.endpoints.now()) : current;
    await this.endpoints.replaceSecret(before, { ...change, ...(await this.secrets.seal(ID, keys)) });
    return false;
  }

  private record(action: AuditAction, detail: Readonly<Record<string, unknown>>): Promise<void> {
    return this.audit.record({ actor: SERVICE, action, target: ID, reason: null, detail });
  }
}

/** One disabled as failing or gone stays disabled across restarts until its URL changes or staff enables it. */
function changeBySetting(
  { url, events, disabledReason }: EndpointRow,
  wanted: Pick<EndpointRow, 'url' | 'events'>,
): EndpointChange {
  const isMoved = url !== wanted.url;
  const isBack = disabledReason === 'setting' || (isMoved && disabledReason !== null && disabledReason !== 'staff');
  return {
    ...(isMoved ? { url: wanted.url } : {}),
    ...(String(events) === String(wanted.events) ? {} : { events: wanted.events }),
    ...(isBack ? { disabledReason: null } : {}),
  };
}
