import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { flag, readOptions, runTool, text, texts, whole } from '#scripts/lib/options.mjs';

const OPTIONS = {
  port: whole('of the service', 3000, [0, 65_535]),
  seed: whole('drawn if absent', null, [0, 9]),
  data: text('DIR', `where data goes, ${'and so on, '.repeat(9)}to the end`, '.demo'),
  only: texts('NAME', 'only these'),
  fresh: flag('deletes data first'),
};

/** What a program writes, and its exit code. */
async function runWith(args: readonly string[], work: (options: object) => unknown) {
  const [argv, written] = [process.argv, [] as string[]];
  process.argv = ['node', 'tool', ...args];
  const write = (part: unknown): boolean => written.push(String(part)) > 0;
  const spies = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockImplementation(write));
  onTestFinished(() => {
    process.exitCode = undefined;
  });
  await runTool({ about: 'npm run tool\n', options: OPTIONS, more: '\nThe end.\n', failure: 3 }, work);
  process.argv = argv;
  for (const spy of spies) spy.mockRestore();
  return { output: written.join(''), code: process.exitCode };
}

describe('options of a tool', () => {
  it.each([
    [[], { port: 3000, seed: null, data: '.demo', only: [], fresh: false }],
    [
      ['--port', '0', '--seed=9', '--data', '/x', '--only=a', '--only=b', '--fresh'],
      { port: 0, seed: 9, data: '/x', only: ['a', 'b'], fresh: true },
    ],
  ])('%j are read', (args, expected) => {
    expect(readOptions(OPTIONS, args)).toEqual(expected);
  });

  it.each(['abc', '-1', '65536', '3000.5', '', ' 3000', '1e3'])('refuse %j as a number', (port) => {
    expect(() => readOptions(OPTIONS, [`--port=${port}`])).toThrow(
      `--port needs a whole number from 0 to 65535, not "${port}"`,
    );
  });

  it('refuse an unknown one, with one message and the exit code of a failure', async () => {
    const { output, code } = await runWith(['--frehs'], () => 0);
    expect(output).toMatch(/^Unknown option '--frehs'.*\n$/);
    expect(code).toBe(3);
    expect(await runWith([], () => Promise.reject(new Error('no room')))).toEqual({ output: 'no room\n', code: 3 });
  });

  it.each(['--help', '-h'])('are all explained by %s, in lines that fit', async (argument) => {
    const { output, code } = await runWith([argument], () => Promise.reject(new Error('ran')));
    expect(code).toBeUndefined();
    expect(output).toContain('  --port N     of the service (3000)\n  --seed N     drawn if absent\n');
    expect(output).toMatch(/^npm run tool\n\n[^]*--only NAME {2}[^]*--help {7}this text\n\nThe end\.\n$/);
    expect(output).toMatch(/\n {15}on, and so on, and so on, to the end\n/);
    for (const line of output.split('\n')) expect(line.length).toBeLessThan(110);
  });
});
