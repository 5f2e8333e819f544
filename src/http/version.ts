import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version in the project's package.json, which lies some folders above this file, fewer in `src` than in `dist`. */
export function serviceVersion(folder = import.meta.dirname): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) {
    const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version?: unknown };
    if (typeof version === 'string') return version;
  }
  return dirname(folder) === folder ? 'unknown' : serviceVersion(dirname(folder));
}
