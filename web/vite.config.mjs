import { defineConfig } from 'vite';
import { coinIcons } from './build/coin-icons.mjs';

const root = import.meta.dirname;
const isOfConsole = (id) => id.includes('/web/src/console/');

/** Builds the pages to `dist/web`, which the service serves: three entries with shared chunks. */
export default defineConfig({
  root,
  base: '/',
  publicDir: false,
  plugins: [coinIcons()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // With `lib` of tsconfig.json: what docs/pages.md promises.
    target: ['safari15.4', 'chrome100', 'firefox100'],
    // Inlined assets would need `data:` in the pages' Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Tells the service the file of each language's texts.
    manifest: true,
    rolldownOptions: {
      input: Object.fromEntries(['checkout', 'order', 'console'].map((name) => [name, `${root}/${name}.html`])),
      // One chunk of what both pages and the checkout in a frame need: each file's headers cost a kilobyte.
      // What only the console needs stays out of it: its views would count as sharers.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 3, test: (id) => !isOfConsole(id) }] } },
    },
  },
});
