import type { EndpointRow } from '../webhook.types.js';

/** The endpoint of `WEBHOOK_URL`: one id, so that replicas that start at once make one row. */
export const SETTING_ENDPOINT = {
  id: '5e771197-0e4d-4c1b-9a35-7c1f0b6a2d10',
  createdBy: 'setting',
  description: 'set by WEBHOOK_URL',
} as const;

/** Is it what the settings say, so that nobody else changes it? */
export const isKeptBySettings = ({ id, disabledReason }: Pick<EndpointRow, 'id' | 'disabledReason'>): boolean =>
  id === SETTING_ENDPOINT.id && disabledReason !== 'setting';

/**
 * What of the endpoint has to change so that it is as the settings say. One that was disabled because it failed or was gone
 * stays so, however often a process starts, until the settings lead elsewhere or staff enables it; what staff has disabled,
 * staff enables.
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
