import type { EndpointRow } from '../webhook.types.js';

/** The endpoint of `WEBHOOK_URL`. The id is fixed so that replicas that start together create one row. */
export const SETTING_ENDPOINT = {
  id: '5e771197-0e4d-4c1b-9a35-7c1f0b6a2d10',
  createdBy: 'setting',
  description: 'set by WEBHOOK_URL',
} as const;

/** Endpoints kept by the settings cannot be changed by staff. */
export const isKeptBySettings = ({ id, disabledReason }: Pick<EndpointRow, 'id' | 'disabledReason'>): boolean =>
  id === SETTING_ENDPOINT.id && disabledReason !== 'setting';

/**
 * The changes that bring the endpoint in line with the settings. An endpoint disabled as failing or gone stays disabled
 * across restarts until the URL changes or staff enables it. Only staff enables an endpoint that staff disabled.
 */
export function changeBySetting(
  { url, events, disabledReason }: Pick<EndpointRow, 'url' | 'events' | 'disabledReason'>,
  wanted: Pick<EndpointRow, 'url' | 'events'>,
): Partial<Pick<EndpointRow, 'url' | 'events' | 'disabledReason'>> {
  const isMoved = url !== wanted.url;
  const isBack = disabledReason === 'setting' || (isMoved && disabledReason !== null && disabledReason !== 'staff');
  return {
    ...(isMoved ? { url: wanted.url } : {}),
    ...(String(events) === String(wanted.events) ? {} : { events: wanted.events }),
    ...(isBack ? { disabledReason: null } : {}),
  };
}
