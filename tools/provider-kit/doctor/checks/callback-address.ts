import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import { failed, warned, passed } from '../finding.js';
import type { Finding } from '../finding.js';
import { isLoopbackUrl } from '../../../../src/platform/text/urls.js';
import type { Outside } from '../outside.js';

interface Place {
  readonly publicUrl: string | null;
  readonly host: string;
  readonly port: number;
}

const FIX =
  'PUBLIC_URL must be the address of this service as the provider sees it: name, port, path and certificate of what ' +
  'stands in front of it, and /callbacks/ramp/ let through.';

/**
 * Can the provider reach the callback address? A running service must answer as for an unknown callback token. If none
 * runs, this program briefly listens on its port and calls itself.
 */
export async function checkCallbackAddress(place: Place, outside: Outside): Promise<Finding> {
  const { publicUrl } = place;
  if (publicUrl === null) {
    return warned(
      'PUBLIC_URL is not set: the provider is not asked to call, and orders are followed by polling alone',
      'Set PUBLIC_URL to hear of payments at once.',
    );
  }
  const nonce = randomUUID();
  const standIn = place.port === 0 ? null : await listen(place, nonce);
  try {
    return judge(publicUrl, nonce, await outside.get(`${publicUrl}/callbacks/ramp/doctor-${nonce}`));
  } finally {
    await close(standIn);
  }
}

function judge(publicUrl: string, nonce: string, answer: Awaited<ReturnType<Outside['get']>>): Finding {
  if (answer.kind === 'failed') return failed(`a call to PUBLIC_URL fails: ${answer.reason}`, FIX);
  const isOurs = answer.status === 404 && answer.type.includes('problem+json') && answer.text.includes('"not_found"');
  if (!answer.text.includes(nonce) && !isOurs) {
    return failed(`something else answers at PUBLIC_URL: HTTP ${answer.status} ${answer.type}`, FIX);
  }
  const how = isOurs ? 'the service answers there' : 'a call to it arrives here';
  if (isLoopbackUrl(publicUrl)) {
    return warned(`${how}, but only from this machine`, 'Fine for a laptop; no real provider can call it.');
  }
  return publicUrl.startsWith('https:')
    ? passed(how)
    : warned(`${how}, unencrypted`, 'Put https in front of it: who listens learns which orders were paid.');
}

/** null: the port is in use, most likely by the service. */
function listen({ host, port }: Place, nonce: string): Promise<Server | null> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => {
      const isOurs = request.url?.endsWith(`/callbacks/ramp/doctor-${nonce}`) === true;
      response.writeHead(isOurs ? 200 : 503, { 'content-type': 'text/plain' }).end(isOurs ? nonce : 'not serving');
    });
    server.once('error', () => {
      resolve(null);
    });
    server.listen(port, host, () => {
      resolve(server);
    });
  });
}

function close(server: Server | null): Promise<void> {
  return new Promise((resolve) => {
    if (server === null) {
      resolve();
      return;
    }
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
