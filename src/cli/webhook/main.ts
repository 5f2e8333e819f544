import { presentDeliveryFile } from '../../operator/desk/delivery.presenter.js';
import { readWebhookProgramSettings } from '../../platform/config/environment.js';
import type { WebhookProgramSettings } from '../../platform/config/settings.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { ServiceKeyRepository } from '../../platform/crypto/service-key.repository.js';
import type { Database } from '../../platform/database/database.js';
import { presentEndpoint, presentNewEndpoint } from '../../webhooks/api/endpoint.presenter.js';
import { DELIVERY_LIST } from '../../webhooks/delivery-list.js';
import { DeliveryListService } from '../../webhooks/delivery-list.service.js';
import { EndpointSecretsService } from '../../webhooks/endpoint-secrets.service.js';
import { EndpointsService } from '../../webhooks/endpoints.service.js';
import type { NewEndpoint } from '../../webhooks/webhook.types.js';
import { DeliveryListRepository } from '../../webhooks/storage/delivery-list.repository.js';
import { DeliveryRepository } from '../../webhooks/storage/delivery.repository.js';
import { EndpointRepository } from '../../webhooks/storage/endpoint.repository.js';
import { COMMAND_LINE, inWordsOfOptions, programAudit } from '../lib/database.js';
import { runProgram, say } from '../lib/program.js';
import { json } from '../lib/program.js';
import { writeDatabase } from '../lib/database.js';
import { readCommand } from './webhook-command.js';
import type { WebhookCommand } from './webhook-command.js';
import { deliveryLines, deliveryTable, endpointTable, newEndpointLines } from './webhook-lines.js';

const HELP = `Webhook endpoints of the merchant's systems, and the deliveries to them.

  npm run webhook -- list [--json]
  npm run webhook -- create --url <url> --events <names> [--description <text>] [--ed25519] [--json]
  npm run webhook -- change <id> [--url <url>] [--events <names>] [--description <text>] [--enable | --disable] [--json]
  npm run webhook -- rotate | test | delete <id> [--json]
  npm run webhook -- replay <id> --from <time> [--to <time>] [--events <names>] [--json]
  npm run webhook -- deliveries [--endpoint <id>] [--event <name>] [--order <number>] [--state <state>]
                                [--from <time>] [--to <time>] [--limit <n>] [--json]
  npm run webhook -- delivery | redeliver <id> [--json]

  list        all endpoints, oldest first
  create      creates an endpoint and shows its secret once; it receives later events
              --events <names>  such as order.completed,order.paid, or '*' for all present and future ones
              --ed25519         signs with its own key (v1a), and shows the public key
  change      keeps omitted options; --description= removes the description
  rotate      a new secret, shown once; for 24 hours messages are signed with both
  test        sends a test message
  delete      with its deliveries; change --disable keeps them
  replay      delivers the endpoint's events of a span again, at most 30 days back
              --from, --to      2026-01-31 (midnight UTC) or 2026-01-31T12:00:00Z
  deliveries  newest first; --state is pending, delivered or failed; --limit is 50, and 200 at most
  delivery    one delivery, with each attempt and its response
  redeliver   sends a delivery again, in any state
  --json      one JSON document instead of text
  --help      this

Needs DATABASE_URL and SERVICE_KEY (or _FILE), and WEBHOOK_PORTS and WEBHOOK_ALLOW_PRIVATE if set: the service's own. The
audit log records each act under command-line. Exits with 0, or with 2 on failure.
More: docs/operations/webhooks.md.
`;

void runProgram(HELP, async (args) => {
  const command = readCommand(args);
  const settings = readWebhookProgramSettings(process.env);
  const done = writeDatabase(settings.databaseUrl, (database) => carryOut(servicesOn(database, settings), command));
  await say(await inWordsOfOptions(done, { url: 'url' }));
  return 0;
});

interface Services {
  readonly endpoints: EndpointsService;
  readonly deliveries: DeliveryListService;
}

function servicesOn(database: Database, settings: WebhookProgramSettings): Services {
  const serviceKeys = new KeysService(settings, new ServiceKeyRepository(database));
  const audit = programAudit(database, serviceKeys);
  const [rows, messages] = [new EndpointRepository(database), new DeliveryRepository(database)];
  const secrets = new EndpointSecretsService(serviceKeys);
  return {
    endpoints: new EndpointsService(rows, messages, secrets, audit, settings),
    deliveries: new DeliveryListService(new DeliveryListRepository(database), audit),
  };
}

async function carryOut({ endpoints, deliveries }: Services, command: WebhookCommand): Promise<string> {
  const output = (document: object, text: string): string => (command.json ? json(document) : text);
  const saidOfNew = (made: NewEndpoint): string => output(presentNewEndpoint(made), newEndpointLines(made));
  switch (command.kind) {
    case 'list': {
      const all = await endpoints.list();
      return output({ items: all.map(presentEndpoint) }, endpointTable(all));
    }
    case 'create':
      return saidOfNew(await endpoints.create(COMMAND_LINE, command.wish, command.scheme));
    case 'rotate':
      return saidOfNew(await endpoints.rotate(COMMAND_LINE, command.id));
    case 'change': {
      const endpoint = await endpoints.change(COMMAND_LINE, command.id, command.change);
      return output(presentEndpoint(endpoint), endpointTable([endpoint]));
    }
    case 'delete':
      await endpoints.delete(COMMAND_LINE, command.id);
      return output({ id: command.id, deleted: true }, 'The endpoint is gone, with its deliveries.\n');
    case 'test': {
      const deliveryId = await endpoints.test(COMMAND_LINE, command.id);
      return output({ deliveryId }, `A test is on its way: \`delivery ${deliveryId}\` tells what came of it.\n`);
    }
    case 'replay': {
      const messages = await endpoints.replay(COMMAND_LINE, command.id, command.wish);
      return output({ messages }, `Delivered again: ${messages} messages.\n`);
    }
    case 'deliveries': {
      const { endpointId } = command.filter;
      if (typeof endpointId === 'string') await endpoints.get(endpointId);
      const { rows, next } = await deliveries.list(command.filter, { limit: command.limit, after: null });
      return output(
        { items: rows.map(DELIVERY_LIST.item.show), isMore: next !== null },
        deliveryTable(rows, next !== null),
      );
    }
    case 'redeliver':
      await deliveries.redeliver(COMMAND_LINE, command.id);
      return output({ id: command.id, redelivered: true }, 'It is on its way again.\n');
    case 'delivery': {
      const file = await deliveries.get(command.id);
      return output(presentDeliveryFile(file), deliveryLines(file));
    }
  }
}
