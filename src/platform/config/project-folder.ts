import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the project's package.json, some folders above this file: fewer in `src` than in `dist`. */
export function projectFolder(folder = import.meta.dirname): string {
  if (existsSync(join(folder, 'package.json')) || dirname(folder) === folder) return folder;
  return projectFolder(dirname(folder));
}
