import type { SettingsReader } from './reader.js';
import type { WebhookSettings } from './settings.js';

const PORT = /^[1-9]\d{0,4}$/;

export function webhookSettings(read: SettingsReader): WebhookSettings {
  const ports = read.list('WEBHOOK_PORTS');
  if (!ports.every((port) => PORT.test(port) && Number(port) < 65_536)) {
    read.problems.push('WEBHOOK_PORTS must be a list of ports, such as 443,8443');
  }
  return { allowsPrivate: read.flag('WEBHOOK_ALLOW_PRIVATE'), ports: ports.map(Number) };
}
