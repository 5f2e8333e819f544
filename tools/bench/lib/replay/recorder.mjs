import net from 'node:net';
import { freePort } from '../../../../scripts/lib/ports.mjs';
import { splitMessages } from './messages.mjs';

/**
 * What a program sent to Postgres, as if over one connection.
 * @typedef {object} Recording
 * @property {Buffer[]} prepared named statements, each once
 * @property {Buffer[]} turns messages up to a Sync or a simple query, in the order in which they were sent: Postgres
 * answers each before the program sends what depends on it
 */

/**
 * Stands between a program and Postgres, without encryption.
 * @param {string} url of a database
 */
export async function recordStatements(url) {
  const address = new URL(url);
  /** @type {Map<string, Buffer>} by name */
  const prepared = new Map();
  /** @type {Buffer[] | null} null: not recording */
  let turns = null;
  const port = await freePort();
  const server = net.createServer((program) => {
    const postgres = net.connect(Number(address.port), address.hostname);
    /** @type {Buffer[]} */
    let turn = [];
    const read = splitMessages((type, message) => {
      const name = type === 'P' ? message.subarray(5, message.indexOf(0, 5)).toString() : '';
      if (name === '') turn.push(message);
      else prepared.set(name, message);
      if (type !== 'S' && type !== 'Q') return;
      turns?.push(Buffer.concat(turn));
      turn = [];
    }, 'startup');
    program.on('data', read).pipe(postgres).pipe(program);
    for (const [socket, other] of [
      [program, postgres],
      [postgres, program],
    ])
      socket?.on('error', () => other?.destroy());
  });
  await new Promise((resolve) => server.listen(port, address.hostname, () => resolve(undefined)));
  return {
    url: Object.assign(new URL(url), { port }).href,
    begin: () => void (turns = []),
    /** @returns {Recording} */
    end: () => {
      const recording = { prepared: [...prepared.values()], turns: turns ?? [] };
      turns = null;
      return recording;
    },
    close: () => void server.close(),
  };
}
