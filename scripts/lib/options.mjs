import { parseArgs } from 'node:util';

/**
 * An option of the command line. `value`: names its value in the help; none: a flag. `read` gets undefined if it is absent.
 * @template T
 * @typedef {{ help: string, value?: string, multiple?: boolean, read: (given: any, name: string) => T }} Option
 */

/** @param {string} help @returns {Option<boolean>} */
export const flag = (help) => ({ help, read: (given = false) => given });

/** @template F @param {string} value @param {string} help @param {F} fallback @returns {Option<string | F>} */
export const text = (value, help, fallback) => ({ value, help, read: (given = fallback) => given });

/** May be given several times. @param {string} value @param {string} help @returns {Option<string[]>} */
export const texts = (value, help) => ({
  value,
  help: `${help}; may be given several times`,
  multiple: true,
  read: (given = []) => given,
});

/**
 * @template {number | null} F
 * @param {string} help
 * @param {F} fallback
 * @param {readonly [least: number, most: number]} range
 * @returns {Option<number | F>}
 */
export const whole = (help, fallback, [least, most]) => ({
  value: 'N',
  help: fallback === null ? help : `${help} (${fallback})`,
  read(given, name) {
    if (given === undefined) return fallback;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`--${name} needs a whole number from ${least} to ${most}, not "${given}"`);
  },
});

/** What was read. @template {Record<string, Option<any>>} T @typedef {{ [K in keyof T]: ReturnType<T[K]['read']> }} Values */

const HELP = { type: /** @type {const} */ ('boolean'), short: 'h' };

/**
 * @template {Record<string, Option<any>>} T
 * @param {T} options
 * @param {string[]} args
 * @returns {Values<T> | null} null: `--help`
 * @throws {Error} that names the wrong option
 */
export function readOptions(options, args) {
  const table = Object.entries(options);
  const known = table.map(([name, { value, multiple = false }]) => {
    return [name, { type: value === undefined ? 'boolean' : 'string', multiple }];
  });
  const { values } = parseArgs({ args, options: { ...Object.fromEntries(known), help: HELP } });
  const { help, ...given } = /** @type {Record<string, unknown>} */ (values);
  if (help === true) return null;
  return /** @type {any} */ (Object.fromEntries(table.map(([name, { read }]) => [name, read(given[name], name)])));
}

/** @param {Record<string, Option<any>>} options */
function linesOf(options) {
  const lines = Object.entries({ ...options, help: flag('this text') }).map(([name, { value, help }]) => {
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, help];
  });
  const width = Math.max(...lines.map(([left = '']) => left.length));
  const indent = `\n${' '.repeat(width + 4)}`;
  return lines.map(([left = '', help = '']) => {
    return `  ${left.padEnd(width)}  ${help.replaceAll(/(.{1,90})(?: |$)/g, `$1${indent}`).trimEnd()}\n`;
  });
}

/**
 * Runs `work` with the options of the command line, or prints the help. A failure is one message and exit code `failure`.
 * @template {Record<string, Option<any>>} T
 * @param {{ about: string, options: T, more?: string, failure?: number }} program
 * @param {(options: Values<T>) => unknown} work
 */
export async function runTool({ about, options, more = '', failure = 2 }, work) {
  try {
    const values = readOptions(options, process.argv.slice(2));
    if (values === null) process.stdout.write(`${about}\n${linesOf(options).join('')}${more}`);
    else await work(values);
  } catch (error) {
    process.stderr.write(`${/** @type {Error} */ (error).message}\n`);
    process.exitCode = failure;
  }
}
