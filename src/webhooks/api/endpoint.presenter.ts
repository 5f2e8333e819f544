import type { ShownBy } from '../../platform/http/answers/shape.js';
import type { EndpointRow, NewEndpoint } from '../webhook.types.js';
import { NEW_WEBHOOK, WEBHOOK } from './webhooks.dto.js';

export const presentEndpoint = (row: EndpointRow): ShownBy<typeof WEBHOOK> =>
  WEBHOOK.show({ ...row, enabled: row.disabledReason === null });

export const presentNewEndpoint = ({ endpoint, verifier }: NewEndpoint): ShownBy<typeof NEW_WEBHOOK> =>
  NEW_WEBHOOK.show({ ...endpoint, enabled: endpoint.disabledReason === null, secret: verifier });
