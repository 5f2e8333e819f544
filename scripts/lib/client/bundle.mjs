import { copyFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { projectRoot } from '../project.mjs';

/**
 * Bundles the compiled client and its one package into a file per entry, so that the client has no dependencies.
 * `browser.js` is the frontends' entry again, as one small file for `<script type="module">`; `embed.js` is one too.
 * @param {string} dist the compiler's output; afterwards it holds the types and these files
 */
export async function bundleClient(dist) {
  const entries = { index: join(dist, 'index.js'), server: join(dist, 'server.js') };
  const bundles = [
    // Both entries must share the error classes, so common code goes into a file of its own.
    ...(await bundled(entries, { chunkFileNames: 'shared.js' })),
    ...(await bundled({ browser: entries.index }, { minify: true })),
    ...(await bundled({ embed: join(dist, 'embed.js') }, { minify: true })),
  ];
  const compiled = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  for (const name of compiled) rmSync(join(dist, name));
  for (const { name, code } of bundles) writeFileSync(join(dist, name), code);
  copyFileSync(join(projectRoot, 'node_modules/openapi-fetch/LICENSE'), join(dist, 'LICENSE-openapi-fetch.txt'));
}

/**
 * @param {Record<string, string>} input
 * @param {import('rolldown').OutputOptions} options
 * @returns {Promise<{ name: string, code: string }[]>}
 */
async function bundled(input, options) {
  const bundle = await rolldown({ input, platform: 'neutral' });
  const { output } = await bundle.generate({ format: 'esm', ...options });
  await bundle.close();
  return output.flatMap((file) => (file.type === 'chunk' ? [{ name: file.fileName, code: file.code }] : []));
}
