/** Up to this ratio, the difference of two quarters counts as chance. */
const FLAT = 1.1;
const CONNECTIONS_BY_CHANCE = 2;
/** By default autovacuum looks at a table each minute, and vacuums it from 50 + 20 % dead rows on. */
const SHARE_OF_DEAD = 0.2;
const LEAST_DEAD = 50;
/** One pause of autovacuum, the wait for a free worker, and the vacuum itself. */
const UNTIL_VACUUMED_MS = 180_000;

/**
 * @typedef {object} TableSample
 * @property {number} live rows
 * @property {number} dead rows
 * @property {number} changed rows updated or deleted so far
 * @property {number} bytes with indexes
 *
 * One sample of the service and its database. A replica that did not answer is missing.
 * @typedef {object} Sample
 * @property {number} atMs
 * @property {Record<string, { residentBytes: number, heapBytes: number }>} replicas by name
 * @property {number} connections of the service to Postgres
 * @property {number} databaseBytes
 * @property {number} indexBytes
 * @property {Record<string, TableSample>} tables
 *
 * A measured value in each quarter of a run; undefined: not measured.
 * @typedef {{ what: string, quarters: (number | undefined)[] }} Row
 *
 * @typedef {import('./figures.mjs').Finding} Finding
 * @typedef {(sample: Sample) => number | undefined} Value
 */

const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const least = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[0];
const most = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b).at(-1);

/** @type {(name: string) => Value} */
const residentMB = (name) => (sample) => megabytes(sample.replicas[name]?.residentBytes);
/** @type {(name: string, count: keyof TableSample) => Value} */
const ofTable = (name, count) => (sample) => sample.tables[name]?.[count];

const megabytes = (/** @type {number | undefined} */ bytes) => (bytes === undefined ? undefined : bytes / 2 ** 20);

/**
 * The table of a run. A quarter's least heap is about the heap after a garbage collection.
 * @param {readonly Sample[]} samples
 * @returns {Row[]}
 */
export function quartersOf(samples) {
  const row = (/** @type {string} */ what, /** @type {typeof median} */ summary, /** @type {Value} */ value) => {
    const values = quarters(samples).map((some) => summary(valuesOf(some, value)));
    return { what, quarters: values };
  };
  return [
    ...namesIn(samples, 'replicas').flatMap((name) => [
      row(`${name}: resident memory, MB`, median, residentMB(name)),
      row(`${name}: least heap, MB`, least, ({ replicas }) => megabytes(replicas[name]?.heapBytes)),
    ]),
    row('connections of the service', median, ({ connections }) => connections),
    row('database, MB', most, ({ databaseBytes }) => megabytes(databaseBytes)),
    row('  of it indexes, MB', most, ({ indexBytes }) => megabytes(indexBytes)),
    ...namesIn(samples, 'tables').flatMap((name) => [
      row(`${name}: live rows`, most, ofTable(name, 'live')),
      row('  dead rows at most', most, ofTable(name, 'dead')),
      row('  MB with indexes', most, (sample) => megabytes(ofTable(name, 'bytes')(sample))),
    ]),
  ];
}

/**
 * Signs of a leak: the last quarter against the second one, since a process grows while it warms up.
 * @param {readonly Sample[]} samples
 * @returns {Record<string, Finding[]>} all must be empty
 */
export function leaksOf(samples) {
  const [, second = [], , last = []] = quarters(samples);
  return {
    'memory that grows': namesIn(samples, 'replicas').flatMap((name) =>
      grows(`${name}, MB`, second, last, residentMB(name), 0),
    ),
    'connections that pile up': grows(
      'the service',
      second,
      last,
      ({ connections }) => connections,
      CONNECTIONS_BY_CHANCE,
    ),
    'dead rows that pile up': namesIn(samples, 'tables').flatMap((name) => pilesUp(name, last)),
  };
}

/**
 * @param {string} number
 * @param {readonly Sample[]} second
 * @param {readonly Sample[]} last
 * @param {Value} value
 * @param {number} chance
 * @returns {Finding[]}
 */
function grows(number, second, last, value, chance) {
  const [before, after] = [second, last].map((samples) => median(valuesOf(samples, value)));
  if (before === undefined || after === undefined || after <= before * FLAT + chance) return [];
  return [{ number, why: `${Math.round(before)} in the second quarter, ${Math.round(after)} in the last` }];
}

/**
 * Dead rows are bounded by what autovacuum tolerates and what dies until it is done.
 * @param {string} name
 * @param {readonly Sample[]} last
 * @returns {Finding[]}
 */
function pilesUp(name, last) {
  const within = last.filter(({ tables }) => tables[name]);
  const [first, newest] = [within[0], within.at(-1)];
  const dead = most(valuesOf(within, ofTable(name, 'dead'))) ?? 0;
  const [before, now] = [first?.tables[name], newest?.tables[name]];
  if (!first || !newest || !before || !now) return [];
  const diesAMs = (now.changed - before.changed) / Math.max(1, newest.atMs - first.atMs);
  const tolerated = Math.round(LEAST_DEAD + SHARE_OF_DEAD * now.live + diesAMs * UNTIL_VACUUMED_MS);
  return dead <= tolerated ? [] : [{ number: name, why: `${dead} dead rows, ${tolerated} at most are normal` }];
}

/** @param {readonly Sample[]} samples @param {Value} value */
function valuesOf(samples, value) {
  return samples.map(value).filter((each) => each !== undefined);
}

/** @param {readonly Sample[]} samples @param {'replicas' | 'tables'} part */
function namesIn(samples, part) {
  return [...new Set(samples.flatMap((sample) => Object.keys(sample[part])))];
}

/** @param {readonly Sample[]} samples */
function quarters(samples) {
  const edge = (/** @type {number} */ nth) => Math.round((samples.length * nth) / 4);
  return [0, 1, 2, 3].map((nth) => samples.slice(edge(nth), edge(nth + 1)));
}
