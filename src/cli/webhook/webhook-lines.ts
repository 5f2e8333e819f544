import { plainText } from '../../platform/text/text.js';
import type { DeliveryFile, ListedDelivery } from '../../webhooks/delivery-list.js';
import type { AttemptRow, EndpointRow, NewEndpoint } from '../../webhooks/webhook.types.js';
import { table, timeOf } from '../lib/text.js';

const ENDPOINT = ['id', 'url', 'events', 'state', 'failing since', 'created', 'description'] as const;
const DELIVERY = ['id', 'event', 'order', 'state', 'attempts', 'made', 'next attempt', 'endpoint'] as const;
const ATTEMPT = ['attempt', 'at', 'took', 'answer', ''] as const;

/** The only output with the endpoint's signing secret. */
export function newEndpointLines({ endpoint: { id, url, events }, verifier, formerUntil }: NewEndpoint): string {
  return [
    `${plainText(url)} is told of ${events.includes('*') ? 'all events' : events.join(', ')}. It verifies messages by:`,
    '',
    `  ${verifier}`,
    '',
    'This is shown once and never again.',
    ...(formerUntil === null ? [] : [`What it had before is good until ${timeOf(formerUntil)} as well.`]),
    `The id of the endpoint is ${id}.`,
    '',
  ].join('\n');
}

export function endpointTable(endpoints: readonly EndpointRow[]): string {
  return endpoints.length === 0 ? 'There are no endpoints.\n' : table(ENDPOINT, endpoints.map(endpointCells));
}

export function deliveryTable(deliveries: readonly ListedDelivery[], isMore: boolean): string {
  if (deliveries.length === 0) return 'There are no such deliveries.\n';
  const more = isMore ? 'There are older ones: narrow it down, or see --limit.\n' : '';
  return table(DELIVERY, deliveries.map(deliveryCells)) + more;
}

export function deliveryLines({ delivery, attempts }: DeliveryFile): string {
  const tries = attempts.length === 0 ? 'It was not tried yet.\n' : table(ATTEMPT, attempts.map(attemptCells));
  return `${deliveryTable([delivery], false)}\n${tries}`;
}

function endpointCells({ id, url, events, disabledReason, ...rest }: EndpointRow): string[] {
  const state = disabledReason === null ? (rest.failures > 0 ? 'failing' : 'enabled') : `disabled: ${disabledReason}`;
  const failingSince = rest.failingSince === null ? '' : timeOf(rest.failingSince);
  const texts = [plainText(url), events.join(','), state, failingSince, timeOf(rest.createdAt)];
  return [id, ...texts, plainText(rest.description ?? '')];
}

function deliveryCells({ id, event, merchantOrderNo, state, attempts, ...rest }: ListedDelivery): string[] {
  const order = plainText(merchantOrderNo ?? '');
  return [id, event, order, state, String(attempts), timeOf(rest.createdAt), timeOf(rest.nextAt), rest.endpointId];
}

/** `oneLine` keeps control characters of a receiver's answer off the terminal. */
function attemptCells({ n, at, durationMs, status, error, answer }: AttemptRow): string[] {
  return [String(n), timeOf(at), `${durationMs} ms`, String(status ?? error), plainText(answer ?? '')];
}
