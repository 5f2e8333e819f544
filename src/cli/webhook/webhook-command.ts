import { parseArgs } from 'node:util';
import { isPageSize, PAGE_SIZE_FAULT, pageSize } from '../../platform/database/pages.js';
import { lineFault } from '../../platform/text/text.js';
import { eventsFault, LONGEST_DESCRIPTION } from '../../webhooks/decisions/endpoint-fields.js';
import type { SignatureScheme } from '../../webhooks/decisions/webhook-signature.js';
import type { EndpointWish, ReplayWish } from '../../webhooks/endpoints.service.js';
import { DELIVERY_STATES } from '../../webhooks/webhook.types.js';
import type { DeliveryFilter } from '../../webhooks/delivery-list.js';
import { CannotBeDone } from '../lib/program.js';
import { spanOf } from '../lib/span-option.js';

const OF_ONE = ['delete', 'rotate', 'test', 'delivery', 'redeliver'] as const;

export type WebhookCommand = { readonly json: boolean } & (
  | { readonly kind: 'list' }
  | { readonly kind: 'create'; readonly wish: EndpointWish; readonly scheme: SignatureScheme }
  | { readonly kind: 'change'; readonly id: string; readonly change: Partial<EndpointWish> }
  | { readonly kind: 'replay'; readonly id: string; readonly wish: ReplayWish }
  | { readonly kind: 'deliveries'; readonly filter: DeliveryFilter; readonly limit: number }
  | { readonly kind: (typeof OF_ONE)[number]; readonly id: string }
);

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean', default: false } as const;
const JSON_OPTION = { json: FLAG } as const;

/** Throws {@link CannotBeDone}, or what `parseArgs` throws. */
export function readCommand([kind, ...args]: readonly string[]): WebhookCommand {
  switch (kind) {
    case 'list':
      return { kind, ...parseArgs({ args, options: JSON_OPTION }).values };
    case 'create':
      return readCreate(args);
    case 'change':
      return readChange(args);
    case 'replay':
      return readReplay(args);
    case 'deliveries':
      return readDeliveries(args);
    case undefined:
    default: {
      const action = OF_ONE.find((candidate) => candidate === kind);
      if (action === undefined) {
        throw new CannotBeDone(
          `Say what to do: list, create, change, replay, deliveries, ${OF_ONE.join(', ')} (see --help)`,
        );
      }
      const { values, positionals } = parseArgs({ args, options: JSON_OPTION, allowPositionals: true });
      return { kind: action, json: values.json, id: oneId(positionals) };
    }
  }
}

function readCreate(args: string[]): WebhookCommand {
  const options = { ...JSON_OPTION, url: TEXT, events: TEXT, description: TEXT, ed25519: FLAG };
  const { json, url, events, description, ed25519 } = parseArgs({ args, options }).values;
  if (url === undefined) throw new CannotBeDone('--url must say where messages are posted');
  if (events === undefined) throw new CannotBeDone(`--events must be names, or '*' for all that there are and will be`);
  const wish = { url, events: eventsOf(events), description: descriptionOf(description ?? ''), enabled: true };
  return { kind: 'create', json, wish, scheme: ed25519 ? 'v1a' : 'v1' };
}

function readChange(args: string[]): WebhookCommand {
  const options = { ...JSON_OPTION, url: TEXT, events: TEXT, description: TEXT, enable: FLAG, disable: FLAG };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { json, url, events, description, enable, disable } = values;
  if (enable && disable) throw new CannotBeDone('--enable and --disable exclude each other');
  const change = {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: eventsOf(events) }),
    ...(description === undefined ? {} : { description: descriptionOf(description) }),
    ...(enable || disable ? { enabled: enable } : {}),
  };
  if (Object.keys(change).length === 0) throw new CannotBeDone('Say what to change (see --help)');
  return { kind: 'change', json, id: oneId(positionals), change };
}

function readReplay(args: string[]): WebhookCommand {
  const options = { ...JSON_OPTION, from: TEXT, to: TEXT, events: TEXT };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { from, to } = spanOf(values.from, values.to);
  if (from === null) throw new CannotBeDone('--from must say from when on messages are delivered again');
  const events = values.events === undefined ? null : eventsOf(values.events);
  return { kind: 'replay', json: values.json, id: oneId(positionals), wish: { from, to, events } };
}

function readDeliveries(args: string[]): WebhookCommand {
  const filters = { endpoint: TEXT, event: TEXT, order: TEXT, state: TEXT, from: TEXT, to: TEXT };
  const { values } = parseArgs({ args, options: { ...JSON_OPTION, ...filters, limit: TEXT } });
  const { json, endpoint = null, event = null, order = null, state = null, limit } = values;
  if (state !== null && !DELIVERY_STATES.some((known) => known === state)) {
    throw new CannotBeDone(`--state must be one of ${DELIVERY_STATES.join(', ')}`);
  }
  if (limit !== undefined && !isPageSize(limit)) throw new CannotBeDone(`--limit ${PAGE_SIZE_FAULT}`);
  const span = spanOf(values.from, values.to);
  const filter = { endpointId: endpoint, event, merchantOrderNo: order, state, ...span };
  return { kind: 'deliveries', json, filter, limit: pageSize(limit) };
}

function eventsOf(list: string): string[] {
  const events = list.split(',');
  const fault = eventsFault(events);
  if (fault !== null) throw new CannotBeDone(`--events ${fault}`);
  return events;
}

/** Empty text removes the description. */
function descriptionOf(text: string): string | null {
  if (text === '') return null;
  const fault = lineFault(text, 1, LONGEST_DESCRIPTION);
  if (fault !== null) throw new CannotBeDone(`--description ${fault}`);
  return text;
}

function oneId(positionals: readonly string[]): string {
  const [id, ...others] = positionals;
  if (id === undefined || others.length > 0) throw new CannotBeDone('Name one by its id (see list, deliveries)');
  return id;
}
