import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startOptions } from '#scripts/lib/project.mjs';
import { settingVariables } from '#src/platform/config/settings-table.js';
import { HAS_KUBECTL, NEEDS_KUBECTL, rendered, typeProblems, workloads } from '../../support/kubernetes.js';
import { PROJECT } from '../../support/programs.js';

const unknown = (names: readonly string[]): string[] => names.filter((name) => !settingVariables().includes(name));

describe.skipIf(!HAS_KUBECTL)(`deploy/kubernetes${NEEDS_KUBECTL}`, () => {
  it('is built by kustomize, has only fields of the API, and sets only what the service knows', async () => {
    const objects = rendered('deploy/kubernetes/overlays/example');
    expect(await typeProblems(objects)).toBe('');
    const all = workloads(objects);
    expect(all).toHaveLength(3);
    for (const { env } of all) expect(unknown(Object.keys(env))).toEqual([]);
  });
});

describe('deploy/systemd', () => {
  const folder = join(PROJECT, 'deploy/systemd');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:service|conf)$/.test(name),
  );
  const text = files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
  const linesOf = (key: string): string[] =>
    [...text.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value = '']) => value);

  it('starts the programs as `npm start` does, and sets only what the service knows', () => {
    const start = `/usr/bin/node ${startOptions().join(' ')} dist/src/main.js`;
    expect(linesOf('ExecStart').sort()).toEqual(['/usr/bin/node dist/src/cli/migrate/main.js', start, start].sort());
    const names = linesOf('Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''));
    expect(names).toContain('DATABASE_URL_FILE');
    expect(unknown(names.filter((name) => name !== 'NODE_ENV'))).toEqual([]);
  });
});
