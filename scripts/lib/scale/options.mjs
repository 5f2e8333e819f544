import { parseArgs } from 'node:util';

export const HELP = `npm run scale [-- options]

How late does the service learn of each status, and which share of the provider's rate do its questions take? Lets made-up
purchases live for two days, asks about them as the service would, with its own decisions (when to ask next, who comes
first), and measures the second day. Nothing is started and nobody is asked. docs/scale.md has the table, and says what is
made up.

  --orders LIST   orders a day, separated by commas (1000,10000,100000)
  --rate N        calls a second that the provider allows, RAMP_MAX_RPS (15)
  --seed N        the purchases follow from it (1)
  --help          this text
`;

/**
 * @param {string[]} args
 * @returns {{ help: boolean, orders: number[], rate: number, seed: number }}
 * @throws {Error} that says what is wrong with the arguments
 */
export function parseScaleOptions(args) {
  const { values } = parseArgs({
    args,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      orders: { type: 'string', default: '1000,10000,100000' },
      rate: { type: 'string', default: '15' },
      seed: { type: 'string', default: '1' },
    },
  });
  return {
    help: values.help,
    orders: values.orders.split(',').map((text) => count('--orders', text, 1_000_000)),
    rate: count('--rate', values.rate, 10_000),
    seed: count('--seed', values.seed, 2 ** 31 - 1),
  };
}

/**
 * @param {string} name
 * @param {string} text
 * @param {number} most
 */
function count(name, text, most) {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= 1 && value <= most) return value;
  throw new Error(`${name} has to be a whole number from 1 to ${most}`);
}
