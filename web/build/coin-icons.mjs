import { NETWORKS, TOKENS } from './icon-names.mjs';

const MODULE = 'virtual:coin-icons';
const RESOLVED = `\0${MODULE}`;

/**
 * The module `virtual:coin-icons`: two maps from names to icon URLs. Each icon is its own file, loaded when it becomes
 * visible. Only the icons named in `icon-names.mjs` are built in.
 * @returns {import('vite').Plugin}
 */
export function coinIcons() {
  return {
    name: 'coin-icons',
    resolveId: (id) => (id === MODULE ? RESOLVED : undefined),
    async load(id) {
      if (id !== RESOLVED) return undefined;
      const emitted = new Map();
      const addressOf = async (/** @type {string} */ file) => {
        if (!emitted.has(file)) {
          const name = `${file.split('/').at(-1)?.toLowerCase()}.svg`;
          emitted.set(file, this.emitFile({ type: 'asset', name, source: await picture(file) }));
        }
        return `import.meta.ROLLUP_FILE_URL_${emitted.get(file)}`;
      };
      const mapOf = async (/** @type {Readonly<Record<string, string>>} */ files) => {
        const entries = [];
        for (const [name, file] of Object.entries(files)) entries.push(`${name}: ${await addressOf(file)}`);
        return `{ ${entries.join(', ')} }`;
      };
      return `export const tokens = ${await mapOf(TOKENS)};\nexport const networks = ${await mapOf(NETWORKS)};\n`;
    },
  };
}

/** @param {string} file @returns {Promise<string>} the SVG with a background that fills the square */
async function picture(file) {
  const { default: svg } = await import(`@web3icons/core/svgs/${file}.svg.js`);
  return svg.replaceAll(/>\s+</g, '><');
}
