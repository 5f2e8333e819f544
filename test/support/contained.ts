import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Image } from './image.js';
import { startCommand } from './programs.js';
import type { Ending, Program } from './programs.js';

export interface Contained extends Program {
  /** The process itself: the program above it only waits. */
  readonly innerPid: () => number;
}

/** The folders that the container gets from outside, as `docker run` would mount them. */
interface Mounts {
  /** By the path inside; read-only. */
  readonly folders?: Readonly<Record<string, string>>;
  /** Paths inside that hold what the process writes, in memory. */
  readonly writable?: readonly string[];
}

/**
 * Runs a command in the image's files as a container engine does without a user namespace: a mount and a process namespace of
 * its own (it is process 1), a root that is read-only, the image's user, no capabilities and no way to more. Shares the network.
 */
export function startContained(
  name: string,
  { root, config }: Image,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = config.Cmd,
  { folders = {}, writable = [] }: Mounts = {},
): Contained {
  for (const path of [...Object.keys(folders), ...writable]) mkdirSync(join(root, path), { recursive: true });
  const [uid = '', gid = uid] = config.User.split(':');
  const script = [
    `mount --bind ${root} ${root}`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    ...writable.map((path) => `mount -t tmpfs -o uid=${uid},gid=${gid} tmpfs ${root}${path}`),
    ...Object.entries(folders).map(([path, from]) => `mount --bind -o ro ${from} ${root}${path}`),
    `mount -o remount,bind,ro ${root}`,
    `exec setpriv --no-new-privs chroot --userspec=${uid}:${gid} --groups=${gid} ${root} env -C ${config.WorkingDir} "$@"`,
  ].join(' && ');
  const imageEnv = config.Env.map((line) => line.split(/=(.*)/s));
  const program = startCommand(name, 'unshare', ['--mount', '--pid', '--fork', 'sh', '-c', script, 'sh', ...command], {
    ...(Object.fromEntries(imageEnv) as Record<string, string>),
    ...env,
  });
  const innerPid = (): number => {
    const [child = ''] = readFileSync(`/proc/${program.pid}/task/${program.pid}/children`, 'utf8').split(' ');
    // `kill 0` would end the group of the tests.
    if (child === '') throw new Error(`${name} has ended`);
    return Number(child);
  };
  const end = (signal: NodeJS.Signals): Promise<Ending> => {
    process.kill(innerPid(), signal);
    return program.ended;
  };
  return { ...program, innerPid, stop: (signal = 'SIGTERM') => end(signal), kill: () => end('SIGKILL') };
}
