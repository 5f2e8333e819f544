import type { SandboxSettings } from '../settings/settings.js';
import { buyRecord } from './buy-record.js';
import type { Order } from './order.js';
import { sellRecord } from './sell-record.js';

interface Provider {
  readonly settings: Pick<SandboxSettings, 'timeZone' | 'appSecret'>;
  readonly publicUrl: string;
}

/** The record that the query answers with, of either side. */
export function orderRecord({ settings, publicUrl }: Provider, order: Order): Record<string, unknown> {
  return order.side === 'BUY'
    ? buyRecord(order, settings.timeZone)
    : sellRecord(order, { timeZone: settings.timeZone, appSecret: settings.appSecret, publicUrl });
}
