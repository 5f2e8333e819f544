/** Sequential scans of fewer rows than this are those of small tables. */
const MANY_ROWS = 5000;

/**
 * One execution of a statement, as logged by auto_explain.
 * @typedef {object} Execution
 * @property {string} text
 * @property {number} blocks read, from memory or disk
 * @property {string[]} scans tables of which it read many rows one after the other
 *
 * The executions of one text in a small and in a large database. NaN: not executed there.
 * @typedef {{ text: string, times: number, small: number, large: number, scans: string[] }} Statement
 */

/**
 * @param {AsyncIterable<string> | Iterable<string>} lines of Postgres' log, with the prefix `database:application:`; an entry
 *   goes on in lines that begin with a tab
 * @param {string} database
 * @returns {Promise<Execution[]>} of the service
 */
export async function executionsIn(lines, database) {
  const begin = new RegExp(`^${database}:ramp-checkout:LOG: .* plan:$`);
  /** @type {Execution[]} */
  const found = [];
  /** @type {string[] | null} */
  let entry = null;
  const end = () => {
    if (entry === null) return;
    const { 'Query Text': text, Plan: plan } = JSON.parse(entry.join('\n'));
    found.push({ text: text.replace(/\s+/g, ' ').trim(), blocks: blocksOf(plan), scans: [...new Set(scansIn(plan))] });
  };
  for await (const line of lines) {
    if (line.startsWith('\t')) entry?.push(line);
    else {
      end();
      entry = begin.test(line) ? [] : null;
    }
  }
  end();
  return found;
}

/** @param {Record<string, any>} plan */
const blocksOf = (plan) => (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);

/** @param {Record<string, any>} plan @returns {string[]} */
function scansIn(plan) {
  const rows = (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0);
  const own = plan['Node Type'] === 'Seq Scan' && rows >= MANY_ROWS ? [plan['Relation Name']] : [];
  return [...own, ...(plan['Plans'] ?? []).flatMap(scansIn)];
}

/**
 * Compares the most expensive execution of each text, which met the most work.
 * @param {readonly Execution[]} small
 * @param {readonly Execution[]} large
 * @returns {Statement[]} by their blocks in the large database
 */
export function compare(small, large) {
  const [before, after] = [byText(small), byText(large)];
  const most = (/** @type {Execution[] | undefined} */ all) =>
    all ? all.reduce((greatest, { blocks }) => Math.max(greatest, blocks), 0) : Number.NaN;
  const statements = [...after].map(([text, executions]) => ({
    text,
    times: executions.length,
    small: most(before.get(text)),
    large: most(executions),
    scans: [...new Set(executions.flatMap(({ scans }) => scans))],
  }));
  return statements.sort((a, b) => b.large - a.large);
}

/** @param {readonly Execution[]} executions */
function byText(executions) {
  /** @type {Map<string, Execution[]>} */
  const found = new Map();
  for (const one of executions) found.set(one.text, [...(found.get(one.text) ?? []), one]);
  return found;
}

/** An index of the large table is a level or two deeper. @param {Statement} statement */
export const grows = ({ small, large }) => large > 1.5 * small + 100;

/** @param {readonly Statement[]} statements @returns {string} */
export function statementTable(statements) {
  const line = (/** @type {Statement} */ { text, times, small, large, scans }) =>
    `${String(small).padStart(8)} ${String(large).padStart(8)} ${String(times).padStart(6)}  ${text.slice(0, 160)}` +
    `${scans.length > 0 ? `\n${' '.repeat(26)}reads all of ${scans.join(', ')}` : ''}\n`;
  return `   small    large  times  statement, with the most blocks of one execution\n${statements.map(line).join('')}`;
}
