import { describe, expect, it } from 'vitest';
import { planted } from './run-program.js';

describe.concurrent('planted faults', () => {
  it.each(['--finder simulator --part 1/2', '--finder simulator --part 2/2', '--finder unit'])(
    'each is found by its finder: %s',
    async (args) => {
      const lines = (await planted(args.split(' '))).trimEnd().split('\n');
      expect(lines.length).toBeGreaterThan(10);
      expect(lines.filter((line) => !line.startsWith('found | '))).toEqual([]);
    },
    60 * 60_000,
  );
});
