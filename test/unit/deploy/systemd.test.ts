import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startOptions } from '#scripts/lib/project.mjs';
import { settingVariables } from '#src/platform/config/settings-table.js';
import { PROJECT } from '../../support/programs.js';

const UNITS = join(PROJECT, 'deploy/systemd');
const HAS_ANALYZE = spawnSync('systemd-analyze', ['--version']).status === 0;
const LEFT_OUT = HAS_ANALYZE ? '' : ' (left out: no systemd-analyze here)';
/** Of `systemd-analyze security`: 0 is safe, 10 unsafe. The network and V8's compiler have to stay. */
const MOST_EXPOSED = 1.5;

const files = readdirSync(UNITS, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:service|conf)$/.test(name),
);
const texts = new Map(files.map((name) => [name, readFileSync(join(UNITS, name), 'utf8')]));
const linesOf = (name: string, key: string): string[] =>
  [...texts.get(name)!.matchAll(new RegExp(`^${key}=(.+)$`, 'gm'))].map(([, value]) => value!);

describe('the units of deploy/systemd', () => {
  it('start the programs as `npm start` does', () => {
    const start = `/usr/bin/node ${startOptions().join(' ')} dist/src/main.js`;
    expect(linesOf('ramp-checkout-api@.service', 'ExecStart')).toEqual([start]);
    expect(linesOf('ramp-checkout-worker.service', 'ExecStart')).toEqual([start]);
    expect(linesOf('ramp-checkout-migrate.service', 'ExecStart')).toEqual([
      '/usr/bin/node dist/src/cli/migrate/main.js',
    ]);
  });

  it.each(files)('%s sets only what the service knows, and each secret from a credential of its own', (name) => {
    const set = linesOf(name, 'Environment')
      .flatMap((line) => line.split(' '))
      .map((pair) => pair.split('='))
      .filter(([variable]) => variable !== 'NODE_ENV');
    expect(set.map(([variable]) => variable!).filter((variable) => !settingVariables().includes(variable))).toEqual([]);
    const loaded = linesOf(name, 'LoadCredential').map((line) => line.split(':'));
    expect(loaded).toEqual(loaded.map(([id]) => [id, `/etc/ramp-checkout/secrets/${id}`]));
    const secrets = set.filter(([variable]) => variable!.endsWith('_FILE'));
    expect(secrets).toEqual(loaded.map(([id]) => [`${id}_FILE`, `%d/${id}`]));
  });

  it('give only the migrations the owner’s address', () => {
    expect(files.filter((name) => texts.get(name)!.includes('MIGRATE_URL'))).toEqual(['ramp-checkout-migrate.service']);
  });

  it('leave a process the time to end', () => {
    const [stop] = linesOf('ramp-checkout-.service.d/all.conf', 'TimeoutStopSec');
    // DRAIN_MS is 5 s, the rest of the end 11 s.
    expect(Number(stop)).toBeGreaterThanOrEqual(16);
  });
});

describe.skipIf(!HAS_ANALYZE)(`systemd-analyze${LEFT_OUT}`, () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-units-'));
    cpSync(UNITS, folder, { recursive: true });
    // As the unit of an instance; and without what is only on the operator's machine.
    cpSync(join(folder, 'ramp-checkout-api@.service'), join(folder, 'ramp-checkout-api@1.service'));
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.service'))) {
      const text = readFileSync(join(folder, name), 'utf8');
      writeFileSync(join(folder, name), text.replaceAll('/usr/bin/node', process.execPath));
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const units = ['ramp-checkout-api@1', 'ramp-checkout-worker', 'ramp-checkout-migrate'].map(
    (name) => `${name}.service`,
  );

  it.each(units)('finds nothing wrong in %s', (unit) => {
    const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', `./${unit}`], {
      ...{ cwd: folder, encoding: 'utf8' },
    });
    expect(stdout + stderr).toBe('');
    expect(status).toBe(0);
  });

  it('would find a misspelt line of the file that they share', () => {
    const shared = join(folder, 'ramp-checkout-.service.d/all.conf');
    const text = readFileSync(shared, 'utf8');
    writeFileSync(shared, text.replace('ProtectSystem=strict', 'ProtectSytem=strict'));
    const { stderr } = spawnSync('systemd-analyze', ['verify', `./${units[1]}`], { cwd: folder, encoding: 'utf8' });
    writeFileSync(shared, text);
    expect(stderr).toContain('ProtectSytem');
  });

  it.each(units)('counts %s among the well protected', (unit) => {
    const report = execFileSync(
      'systemd-analyze',
      ['security', '--offline=true', `--threshold=${MOST_EXPOSED * 10}`, '--no-pager', `./${unit}`],
      { cwd: folder, encoding: 'utf8' },
    );
    const [, exposure = ''] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(MOST_EXPOSED);
    expect(report).toContain('✓ ProtectSystem=');
  });
});
