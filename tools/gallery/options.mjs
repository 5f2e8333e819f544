import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export const HELP = `npm run gallery [-- options]

Takes pictures of each kind of state of the checkout, the order page and the console, on phones and a desktop, light, dark and in forced
colours, with doubled text, in English, Arabic and German.
It needs Chromium, and neither a service nor a database: what the service would say is told by the gallery itself.

  --output DIR    where the pictures and their index.html go (gallery in the project; it is not kept in git)
  --state TEXT    only states whose names hold this text; may be given several times
  --look NAME     only this look, such as desktop-dark; may be given several times
  --readme        instead: the three pictures of the README, taken of a demo that runs, from choosing to COMPLETED
  --service URL   where that demo's service is (http://127.0.0.1:3000)
  --list          says which states and looks there are
  --help          this text

CHROMIUM names the browser where it is not found by itself.
`;

/**
 * @typedef {object} GalleryOptions
 * @property {boolean} help
 * @property {boolean} list
 * @property {boolean} readme
 * @property {string} service
 * @property {string} output absolute
 * @property {readonly string[]} states
 * @property {readonly string[]} looks
 */

/**
 * @param {string[]} args
 * @param {string} project absolute
 * @returns {GalleryOptions}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseGalleryOptions(args, project) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      list: { type: 'boolean', default: false },
      readme: { type: 'boolean', default: false },
      service: { type: 'string', default: 'http://127.0.0.1:3000' },
      output: { type: 'string' },
      state: { type: 'string', multiple: true, default: [] },
      look: { type: 'string', multiple: true, default: [] },
    },
  });
  const folder = values.output ?? (values.readme ? 'docs/images' : 'gallery');
  return {
    help: values.help,
    list: values.list,
    readme: values.readme,
    service: values.service.replace(/\/+$/, ''),
    output: resolve(project, folder),
    states: values.state,
    looks: values.look,
  };
}
