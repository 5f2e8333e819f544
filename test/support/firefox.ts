import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { until } from './service.js';

const COMMANDS = ['firefox-esr', 'firefox'];

/** Path of Firefox: `FIREFOX`, else the first of the commands. */
export const FIREFOX =
  process.env['FIREFOX'] ??
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((command) => join(folder, command)))
    .find((file) => existsSync(file));

export const NEEDS_FIREFOX = FIREFOX === undefined ? ' (left out: no Firefox here; install it, or set FIREFOX)' : '';

const PATIENT = { timeout: 90_000, interval: 200 };

/** Firefox without a window, driven over its own protocol: WebDriver commands as JSON on a local socket. */
export class Firefox {
  #sent = 0;
  #received = Buffer.alloc(0);
  readonly #waiting = new Map<number, (answer: readonly [error: unknown, value: unknown]) => void>();

  private constructor(
    private readonly socket: Socket,
    private readonly end: () => Promise<void>,
  ) {
    socket.on('data', (bytes) => this.#take(bytes));
  }

  static async start(): Promise<Firefox> {
    const profile = mkdtempSync(join(tmpdir(), 'ramp-checkout-firefox-'));
    // It takes a free port and writes it to a file.
    writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n');
    const args = ['--headless', '--no-remote', '--marionette', '--profile', profile];
    // `HOME`: it writes there whatever its profile is.
    const program = spawn(FIREFOX!, args, { stdio: 'ignore', env: { ...process.env, HOME: profile } });
    const ended = once(program, 'exit');
    const portFile = join(profile, 'MarionetteActivePort');
    const port = await until('its port', () =>
      Promise.resolve(existsSync(portFile) && (Number(readFileSync(portFile, 'utf8')) || null)),
    );
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const firefox = new Firefox(socket, async () => {
      socket.destroy();
      program.kill('SIGKILL');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    });
    await firefox.#call('NewSession', {});
    return firefox;
  }

  async stop(): Promise<void> {
    await this.end();
  }

  async open(url: string): Promise<void> {
    await this.#call('Navigate', { url });
  }

  /** Runs a function body in the current window or frame. */
  async run<Result>(script: string, ...args: readonly unknown[]): Promise<Result> {
    return (await this.#call<{ value: Result }>('ExecuteScript', { script, args })).value;
  }

  /** The text that is visible in the current window or frame. */
  text(): Promise<string> {
    return this.run<string>('return document.body?.innerText ?? ""');
  }

  async sees(text: string | RegExp): Promise<void> {
    await expect.poll(() => this.text().catch(String), PATIENT).toMatch(text);
  }

  /** Clicks the first element that matches, as a person does. */
  async click(selector: string): Promise<void> {
    await this.#call('ElementClick', { id: await this.#find(selector) });
  }

  async type(selector: string, text: string): Promise<void> {
    await this.#call('ElementSendKeys', { id: await this.#find(selector), text });
  }

  async enterFrame(selector: string): Promise<void> {
    await this.#call('SwitchToFrame', { element: await this.#find(selector), focus: true });
  }

  /** Goes to the newest window; resolves with the way back. */
  async enterNewWindow(known = 1): Promise<() => Promise<void>> {
    const before = await this.#call<{ value: string }>('GetWindowHandle', {});
    const handles = (): Promise<string[]> => this.#call<string[]>('GetWindowHandles', {});
    await expect.poll(async () => (await handles()).length, PATIENT).toBe(known + 1);
    const switchTo = (handle: string | undefined) => this.#call<unknown>('SwitchToWindow', { handle, focus: true });
    await switchTo((await handles()).find((handle) => handle !== before.value));
    return async () => void (await switchTo(before.value));
  }

  async #find(value: string): Promise<string> {
    const find = () => this.#call<{ value: object }>('FindElement', { using: 'css selector', value });
    await expect.poll(() => find().then(Boolean, String), PATIENT).toBe(true);
    return Object.values((await find()).value)[0] as string;
  }

  #call<Result>(command: string, parameters: object): Promise<Result> {
    const id = ++this.#sent;
    const text = JSON.stringify([0, id, `WebDriver:${command}`, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, ([error, value]) => {
        if (error === null) resolve(value as Result);
        else reject(new Error(`${command}: ${JSON.stringify(error)}`));
      });
    });
  }

  /** Messages are `<bytes>:<json>`; the first is a greeting. */
  #take(bytes: Buffer): void {
    this.#received = Buffer.concat([this.#received, bytes]);
    for (;;) {
      const colon = this.#received.indexOf(':');
      const end = colon + 1 + Number(this.#received.subarray(0, colon).toString());
      if (colon < 0 || this.#received.length < end) return;
      const message: unknown = JSON.parse(this.#received.subarray(colon + 1, end).toString());
      this.#received = this.#received.subarray(end);
      if (!Array.isArray(message)) continue;
      const [, id, error, value] = message as [number, number, unknown, unknown];
      this.#waiting.get(id)?.([error, value]);
      this.#waiting.delete(id);
    }
  }
}
