import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder, some above this file: fewer in `src` than in `dist`, which has a package.json of its own. */
export function projectFolder(folder = import.meta.dirname): string {
  if (existsSync(join(folder, 'package-lock.json')) || dirname(folder) === folder) return folder;
  return projectFolder(dirname(folder));
}
