import { Logger } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { EdgeSettings } from '../../config/settings.js';
import type { FamiliarKeys } from '../../limits/familiar-keys.js';
import { addressBlock } from '../../text/ip-address.js';
import { Problem, PROBLEM_TEXTS } from '../../problems/problem.js';
import { Slots } from '../../limits/slots.js';
import { Secret } from '../../callers/secret.js';
import { logEvent } from '../../telemetry/log-events.js';
import type { Metrics } from '../../telemetry/metrics.js';
import type { Time } from '../../time/time.js';

/** As a multiple of the limit: above it a connection gets a 429; further ones are closed. */
const TOLD_TIMES = 4;
const LOG_EVERY_MS = 60_000;
const RETRY_AFTER_S = 1;

/** A counted connection. `isOver`: opened above its address's limit. */
interface Counted {
  readonly block: string;
  isOver: boolean;
  isKeys: boolean;
  leave: () => void;
}

/** Limits open connections by address, and by API key once a request showed a valid one. Proxies do not count. */
export function limitConnections(
  { connectionsPerAddress, connectionsPerKey }: EdgeSettings,
  isProxy: (address: string) => boolean,
  keys: FamiliarKeys,
  metrics: Metrics,
  time: Time,
): { readonly count: (server: Server) => void; readonly limit: RequestHandler } {
  const seats = new Slots();
  const counted = new WeakMap<Socket, Counted>();
  const tell = teller(metrics, time);

  const mayGoOn = (connection: Counted, request: Request): boolean => {
    if (connection.isKeys) return true;
    const header = request.get('x-api-key');
    const key = header === undefined ? null : keys.familiarCaller(new Secret(header), request.ip ?? null);
    if (key === null && !connection.isOver) return true;
    const [whose, most] = key === null ? [connection.block, connectionsPerAddress] : [key, connectionsPerKey];
    const leave = seats.acquire(whose, most === 0 ? Number.POSITIVE_INFINITY : most);
    if (leave === null) {
      tell(whose, most);
      return false;
    }
    connection.leave();
    Object.assign(connection, { leave, isOver: false, isKeys: key !== null });
    return true;
  };

  const begin = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    if (connectionsPerAddress === 0 || isProxy(address)) return;
    const block = addressBlock(address);
    const leave = seats.acquire(block, connectionsPerAddress);
    const wait = leave ?? seats.acquire(`over ${block}`, TOLD_TIMES * connectionsPerAddress);
    if (wait === null) {
      tell(block, connectionsPerAddress);
      socket.destroy();
      return;
    }
    const connection: Counted = { block, isOver: leave === null, isKeys: false, leave: wait };
    counted.set(socket, connection);
    socket.once('close', () => {
      connection.leave();
    });
  };

  const limit: RequestHandler = (request, response, next) => {
    const connection = counted.get(request.socket);
    if (connection === undefined || mayGoOn(connection, request)) {
      next();
      return;
    }
    response.setHeader('Connection', 'close');
    next(new Problem('rate_limited', PROBLEM_TEXTS.tooManyConnections, { retryAfter: RETRY_AFTER_S }));
  };
  return { count: (server) => void server.on('connection', begin), limit };
}

/** Logs the sender once a minute at most, because there may be very many. */
function teller(metrics: Metrics, time: Time): (whose: string, most: number) => void {
  const logger = new Logger('Edge');
  let saidAt = Number.NEGATIVE_INFINITY;
  return (whose, most) => {
    metrics.rateLimited.inc({ kind: 'connections' });
    const now = time.monotonic();
    if (now - saidAt < LOG_EVERY_MS) return;
    saidAt = now;
    logEvent(logger, 'too_many_connections', { whose, most });
  };
}
