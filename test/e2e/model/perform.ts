import { setTimeout as sleep } from 'node:timers/promises';
import { callback } from './callback-acts.js';
import type { Command } from './commands.js';
import { checkout, keyedCheckout, read, retry } from './customer-acts.js';
import { fault, force, press } from './provider-acts.js';
import type { Run } from './run.js';

/** Carries out one command. Requests that are not waited for, cuts and restarts go on beside what follows. */
export async function perform(run: Run, command: Command): Promise<void> {
  const { sandbox, wire, replicas, clock } = run.world;
  switch (command.do) {
    case 'checkout':
      return checkout(run, command);
    case 'keyed checkout':
      return keyedCheckout(run, command);
    case 'retry':
      return retry(run, command);
    case 'read':
      return read(run, command);
    case 'callback':
      return callback(run, command);
    case 'press':
      return press(run, command);
    case 'force':
      return force(run, command);
    case 'fault':
      return fault(run, command);
    case 'mend':
      await sandbox.control('DELETE', '/faults');
      return;
    case 'cut the wire': {
      await wire.cut();
      run.beside(sleep(command.ms).then(() => wire.mend()));
      return;
    }
    case 'crash': {
      await sleep(command.afterMs);
      const dying = command.who.map((index) => replicas[index]);
      await Promise.all(dying.map((replica) => replica.kill()));
      run.beside(Promise.all(dying.map((replica) => replica.up())));
      return;
    }
    case 'clock':
      return clock.forward(command.forward);
    case 'pause':
      await sleep(command.ms);
      return;
  }
}
