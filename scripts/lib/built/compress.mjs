import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:css|js|svg|json)$/;
const FORMS = [
  { ending: '.br', pack: promisify(brotliCompress), options: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } } },
  { ending: '.gz', pack: promisify(gzip), options: { level: 9 } },
];

/**
 * Writes a compressed copy beside each text file of a folder if it is smaller, at build time with maximum
 * compression.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  for (const name of (await readdir(folder)).filter((name) => TEXT.test(name))) {
    const content = await readFile(join(folder, name));
    for (const { ending, pack, options } of FORMS) {
      const packed = await pack(content, options);
      if (packed.length < content.length) await writeFile(join(folder, name + ending), packed);
    }
  }
}
