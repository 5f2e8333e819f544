import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { dirname, join } from 'node:path';
import { builtProgram } from './programs.js';

export interface Hosted {
  /** Its address, if it chose one. */
  readonly url: string | undefined;
  readonly stop: () => Promise<void>;
}

interface Reply {
  readonly call: number;
  readonly url?: string;
  readonly error?: string;
}

/**
 * A process that hosts many servers of one program. Starting one there takes a sixth of a process start, and compiled code
 * is reused; but they share output and exit.
 */
class Host {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  #calls = 0;
  #said = '';

  constructor(program: string, start: string) {
    const launcher = join(dirname(builtProgram('src')), 'launcher.js');
    this.#child = fork(join(import.meta.dirname, 'host.mjs'), [launcher, program, start], {
      // Must not depend on the machine's time zone.
      env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', TZ: 'Pacific/Chatham' },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (this.#said += chunk));
    this.#child.on('message', (reply: Reply) => {
      this.#waiting.get(reply.call)?.(reply);
    });
    this.#child.once('exit', (code, signal) => {
      const error = `the host of ${program} ended (${String(code ?? signal)}):\n${this.#said}`;
      console.error(error);
      for (const [call, settle] of this.#waiting) settle({ call, error });
    });
    // Lives as long as the worker but does not keep it alive.
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as unknown as { unref(): void }).unref();
  }

  isRunning(): boolean {
    return this.#child.connected;
  }

  async start(environment: Readonly<Record<string, string>>): Promise<Hosted> {
    const { call, url } = await this.#ask({ environment });
    return {
      url,
      stop: async () => {
        await this.#ask({ started: call });
      },
    };
  }

  async #ask(message: object): Promise<Reply> {
    const call = ++this.#calls;
    const reply = await new Promise<Reply>((settle) => {
      this.#waiting.set(call, settle);
      this.#child.channel?.ref();
      this.#child.send({ call, ...message });
    });
    this.#waiting.delete(call);
    if (this.#waiting.size === 0) this.#child.channel?.unref();
    if (reply.error !== undefined) throw new Error(reply.error);
    return reply;
  }
}

/** Shared by the files of one worker, not between workers: one process for many is too slow on a busy machine. */
const hosts = new Map<string, Host>();

/** Starts a server of `program` from `dist/code` by its exported function. */
export function startHosted(
  program: string,
  start: string,
  environment: Readonly<Record<string, string>>,
): Promise<Hosted> {
  const running = hosts.get(program);
  const host = running?.isRunning() === true ? running : new Host(program, start);
  hosts.set(program, host);
  return host.start(environment);
}
