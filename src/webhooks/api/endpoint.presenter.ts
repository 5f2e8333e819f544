import type { EndpointRow, NewEndpoint } from '../webhook.types.js';
import type { NewWebhookDto, WebhookDto } from './webhooks.dto.js';
import { iso } from '../../platform/shared/moment.js';

export function presentEndpoint({ id, url, events, description, ...rest }: EndpointRow): WebhookDto {
  return {
    ...{ id, url, events: [...events], description },
    ...{ enabled: rest.disabledReason === null, disabledReason: rest.disabledReason, failures: rest.failures },
    failingSince: iso(rest.failingSince),
    createdAt: rest.createdAt.toISOString(),
    createdBy: rest.createdBy,
  };
}

export function presentNewEndpoint({ endpoint, verifier }: NewEndpoint): NewWebhookDto {
  return { ...presentEndpoint(endpoint), secret: verifier };
}
