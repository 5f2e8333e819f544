// node host.mjs <launcher> <program> <function>: starts servers in this process on request of its parent, each with its own
// environment. Ends with its parent.
import { createRequire } from 'node:module';

const [launcher = '', program = '', start = ''] = process.argv.slice(2);
const starting = createRequire(import.meta.url)(launcher).launch(program)[start];

/** @type {Map<number, () => Promise<void>>} by the call that started it */
const ends = new Map();

/** @param {{ call: number, environment?: NodeJS.ProcessEnv, started?: number }} message */
async function answer({ call, environment, started = 0 }) {
  if (environment === undefined) {
    await ends.get(started)?.();
    ends.delete(started);
    return {};
  }
  const server = await starting(environment, () => undefined);
  ends.set(call, () => (server.close ? server.close() : server.stop()));
  return { url: server.url };
}

process.setMaxListeners(0);
process.on('message', (/** @type {{ call: number }} */ message) => {
  answer(message).then(
    (result) => process.send?.({ call: message.call, ...result }),
    (error) => process.send?.({ call: message.call, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit());
