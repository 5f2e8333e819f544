import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PROJECT, startCommand } from './programs.js';
import { until } from './service.js';

const SYSTEMD = '/lib/systemd/systemd';
const CGROUPS = /^\S+ (\S+) cgroup2 /m.exec(
  existsSync('/proc/mounts') ? readFileSync('/proc/mounts', 'utf8') : '',
)?.[1];

/** systemd, and root, who alone may mount. */
export const CAN_RUN_SYSTEMD =
  process.getuid?.() === 0 &&
  existsSync(SYSTEMD) &&
  CGROUPS !== undefined &&
  spawnSync('unshare', ['--version']).status === 0;
/** Suffix for tests that need it, so that a run without it names what it left out. */
export const NEEDS_SYSTEMD = CAN_RUN_SYSTEMD ? '' : ' (left out: no systemd here, or not root)';

export interface PrivateSystemd {
  /** Runs a shell command in the private machine; throws with its output if it fails. */
  run(command: string): string;
  write(file: string, text: string): void;
  stop(): Promise<void>;
}

/**
 * Runs systemd as process 1 of namespaces of its own, on this machine's files with a layer above them, with no other units than
 * those of deploy/systemd. The built project is in /opt/ramp-checkout. It shares the network and the devices.
 */
export async function startPrivateSystemd(): Promise<PrivateSystemd> {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-systemd-'));
  const root = join(folder, 'root');
  const group = join(CGROUPS!, basename(folder));
  mkdirSync(group);
  const script = [
    `echo $$ >${group}/cgroup.procs`,
    `exec unshare --mount --pid --fork --kill-child --cgroup --ipc --uts sh -ec '${machineScript(folder, root)}'`,
  ].join(' && ');
  const { PATH = '' } = process.env;
  const program = startCommand('systemd', 'sh', ['-c', script], { PATH });
  const stop = async (): Promise<void> => {
    await program.kill();
    // Its processes end a moment later.
    await until('nothing runs', () =>
      Promise.resolve(readFileSync(join(group, 'cgroup.events'), 'utf8').includes('populated 0')),
    );
    removeGroups(group);
    rmSync(folder, { recursive: true });
  };
  const systemd = (): string | undefined =>
    readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').split(' ')[0];
  const enter = (command: string): string =>
    execFileSync('nsenter', ['-t', systemd()!, '-m', '-p', '-r', '-w', 'sh', '-ec', command], {
      ...{ encoding: 'utf8', stdio: 'pipe' },
    });
  await until('systemd runs', () => {
    if (!program.isRunning()) throw new Error(`systemd ended:\n${program.output()}`);
    try {
      return Promise.resolve(enter('systemctl is-active basic.target') !== '');
    } catch {
      return Promise.resolve(false);
    }
  });
  return {
    run: enter,
    write: (file, text) => {
      const path = join(`/proc/${systemd()}/root`, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text, { mode: 0o600 });
    },
    stop,
  };
}

function machineScript(folder: string, root: string): string {
  const units = `${root}/etc/systemd/system`;
  const opt = `${root}/opt/ramp-checkout`;
  return [
    `mount -t tmpfs tmpfs ${folder}`,
    `mkdir ${folder}/upper ${folder}/work ${root}`,
    `mount -t overlay -o lowerdir=/,upperdir=${folder}/upper,workdir=${folder}/work overlay ${root}`,
    `rm -rf ${units}/* ${root}/lib/systemd/system/*.wants ${root}/lib/systemd/system-generators/*`,
    // Node may be elsewhere here than the units say.
    `cp -n ${process.execPath} ${root}/usr/bin/node || true`,
    `mkdir -p ${opt}/dist ${opt}/node_modules`,
    `cp -r ${PROJECT}/package.json ${PROJECT}/package-lock.json ${PROJECT}/deploy ${opt}`,
    ...['dist', 'node_modules'].map((name) => `mount --bind ${PROJECT}/${name} ${opt}/${name}`),
    `mount --rbind /dev ${root}/dev`,
    ...['proc', 'sysfs /sys', 'cgroup2 /sys/fs/cgroup', 'tmpfs /run', 'tmpfs /tmp'].map((line) => {
      const [type = '', at = `/${type}`] = line.split(' ');
      return `mount -t ${type} ${type} ${root}${at}`;
    }),
    `mkdir ${root}/old`,
    // Not chroot: from there no user namespace can be made.
    `cd ${root}`,
    'pivot_root . old',
    'umount -l /old',
    // The files of credentials are mounted by another process.
    'mount --make-rshared /',
    `exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin ${SYSTEMD} --system --unit=basic.target --show-status=0`,
  ].join('\n');
}

function removeGroups(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) removeGroups(join(folder, entry.name));
  rmdirSync(folder);
}
