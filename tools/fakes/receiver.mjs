import { createHmac, timingSafeEqual } from 'node:crypto';
import { FakeServer } from './server.mjs';

/**
 * `isGenuine`: signed with the secret, within the tolerance.
 * @typedef {{ id: string, type: string, timestamp: string, data: Readonly<Record<string, unknown>>,
 *   headers: Readonly<Record<string, string>>, isGenuine: boolean, body: string, arrivedAt: Date }} Message
 * @typedef {Awaited<ReturnType<typeof startReceiver>>} Receiver
 */

const TOLERANCE_S = 300;

/** A merchant's receiver of webhooks, written only from the published text of Standard Webhooks. */
export async function startReceiver(secret = '') {
  /** @type {Message[]} */
  const messages = [];
  const server = await FakeServer.start((response, { headers, text: body }) => {
    const isGenuine = receiver.secret !== '' && isSigned(receiver.secret, headers, body);
    const message = { ...JSON.parse(body), headers, isGenuine, body, arrivedAt: new Date() };
    messages.push(message);
    receiver.answer(response, message);
  });
  const receiver = {
    url: `${server.url}/webhooks`,
    messages,
    secret,
    /** @param {import('node:http').ServerResponse} response @param {Message} _message @returns {unknown} */
    answer: (response, _message) => response.writeHead(204).end(),
    close: () => server.close(),
  };
  return receiver;
}

/** @param {string} secret @param {Readonly<Record<string, string | undefined>>} headers @param {string} body */
function isSigned(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp = '', 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= TOLERANCE_S)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return signatures.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
