import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#scripts/lib/run.mjs';
import { makeBaseFiles } from './image-base.js';
import { PROJECT } from './programs.js';

const BUILDAH = process.env['BUILDAH'] ?? 'buildah';
const NEEDED = [BUILDAH, 'apt-get', 'dpkg-deb', 'unshare', 'setpriv'];

/** Debian's tools, and root, who alone may mount. */
export const CAN_BUILD_IMAGE =
  process.getuid?.() === 0 && NEEDED.every((name) => spawnSync(name, ['--version']).status === 0);
/** Suffix for tests that need it, so that a run without it names what it left out. */
export const NEEDS_BUILDAH = CAN_BUILD_IMAGE ? '' : ' (left out: no buildah here, or not root on Debian)';

/** What the image says of itself. */
export interface ImageConfig {
  readonly User: string;
  readonly WorkingDir: string;
  readonly Env: readonly string[];
  readonly Cmd: readonly string[];
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface Image {
  readonly config: ImageConfig;
  /** The folder with its files. */
  readonly root: string;
  remove(): Promise<void>;
}

/** Builds the image by a documented command, which begins with `buildah build`, in a store of its own. */
export async function buildImage(command: string): Promise<Image> {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-image-'));
  const buildah = `nice ${BUILDAH} --root ${folder}/store --runroot ${folder}/run`;
  const shell = async (line: string): Promise<string> => {
    const { code, output } = await run('sh', ['-ec', line], { cwd: PROJECT });
    if (code !== 0) throw new Error(`${line}:\n${output.slice(-5000)}`);
    return output.trim();
  };
  const remove = async (): Promise<void> => {
    await shell(`${buildah} rm --all`);
    spawnSync('umount', [join(folder, 'store/overlay')], { stdio: 'ignore' });
    rmSync(folder, { recursive: true });
  };
  try {
    mkdirSync(join(folder, 'base'));
    await makeBaseFiles(join(folder, 'base'));
    writeFileSync(join(folder, 'base/Containerfile'), 'FROM scratch\nCOPY root /\n');
    await shell(`${buildah} build --isolation chroot -q -t localhost/base ${folder}/base`);
    const more = '--isolation chroot --pull-never --build-arg NODE_IMAGE=localhost/base';
    await shell(`buildah() { shift; ${buildah} build ${more} "$@"; }\n${command}`);
    const [, name = ''] = / -t (\S+)/.exec(command) ?? [];
    const { Docker } = JSON.parse(await shell(`${buildah} inspect --type image ${name}`)) as {
      readonly Docker: { readonly config: ImageConfig };
    };
    const container = await shell(`${buildah} from --pull-never ${name}`);
    return { config: Docker.config, root: await shell(`${buildah} mount ${container}`), remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
