import { describe, expect, it } from 'vitest';
import { parseDemoOptions } from '#tools/demo/options.mjs';

describe('options of npm run demo', () => {
  it('have defaults', () => {
    expect(parseDemoOptions([], '/project')).toEqual({
      help: false,
      port: 3000,
      sandboxPort: 4010,
      data: '/project/.demo',
      fresh: false,
      callbacks: true,
      verbose: false,
    });
  });

  it('are all parsed', () => {
    const args = '--port 0 --sandbox-port 65535 --data /elsewhere --fresh --no-callbacks --verbose'.split(' ');
    expect(parseDemoOptions(args, '/project')).toEqual({
      help: false,
      port: 0,
      sandboxPort: 65_535,
      data: '/elsewhere',
      fresh: true,
      callbacks: false,
      verbose: true,
    });
  });

  it.each(['abc', '-1', '65536', '3000.5', '', ' 3000'])('refuse %j as a port', (port) => {
    expect(() => parseDemoOptions([`--port=${port}`], '/project')).toThrow('--port needs a port number');
  });

  it('refuse an unknown option', () => {
    expect(() => parseDemoOptions(['--frehs'], '/project')).toThrow('--frehs');
  });
});
