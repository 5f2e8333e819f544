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
