import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, some above this file: fewer in `src` than in `dist`, which has a package.json of its own. */
export function projectFolder(folder = import.meta.dirname): string {
  if (existsSync(join(folder, 'package-lock.json')) || dirname(folder) === folder) return folder;
  return projectFolder(dirname(folder));
}

export function serviceVersion(): string {
  const { version } = JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** Of the sources that this was built from: 12 hexadecimal digits, the same for the same sources. */
export function serviceRevision(): string {
  const stamp = join(projectFolder(), 'dist/.built-from');
  return existsSync(stamp) ? readFileSync(stamp, 'utf8').slice(0, 12) : 'unknown';
}
