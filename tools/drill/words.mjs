import { LEADER, POSTGRES } from './strikes.mjs';

const EXAMPLES = 5;
const RED = '\u001b[31m';
const PLAIN = '\u001b[39m';

/**
 * True if every figure that must be 0 is 0.
 * @param {Pick<import('./figures.mjs').Figures, 'mustBeNone'>} figures
 * @returns {boolean}
 */
export function addsUp({ mustBeNone }) {
  return Object.values(mustBeNone).every((findings) => findings.length === 0);
}

/** @param {import('./figures.mjs').Figures} figures @returns {string} the one table */
export function table({ counts, mustBeNone }) {
  const rows = [
    ...Object.entries(counts),
    ...Object.entries(mustBeNone).map(([name, findings]) => /** @type {[string, number]} */ ([name, findings.length])),
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, value]) => {
    const mustBe = name in mustBeNone ? (value === 0 ? '  as it must be' : '  must be 0') : '';
    return `  ${name.padEnd(width)}  ${value.toLocaleString('en').padStart(8)}${mustBe}\n`;
  });
  const place = Object.keys(counts).length;
  return [...lines.slice(0, place), `  ${'-'.repeat(width + 10)}\n`, ...lines.slice(place)].join('');
}

/**
 * A line with examples for each figure that must be 0 and is not.
 * @param {Pick<import('./figures.mjs').Figures, 'mustBeNone'>} figures
 * @param {boolean} color
 */
export function complaints({ mustBeNone }, color) {
  const wrong = Object.entries(mustBeNone).filter(([, findings]) => findings.length > 0);
  return wrong
    .map(([name, findings]) => {
      const examples = findings.slice(0, EXAMPLES).map(({ number, why }) => `    ${number}: ${why}\n`);
      const more = findings.length > EXAMPLES ? `    and ${findings.length - EXAMPLES} more\n` : '';
      const line = `${name}: ${findings.length}, must be 0`;
      return `  ${color ? RED + line + PLAIN : line}\n${examples.join('')}${more}`;
    })
    .join('');
}

/** @type {Record<string, string>} */
const DEEDS = {
  cut: `connections to ${POSTGRES} cut`,
  promotion: 'standby promoted',
  restore: 'backup restored in place',
};

/** @param {import('./strikes.mjs').Struck} struck */
export function struckLine({ what, how, atMs, waiting, inFlight, leases }) {
  const where = what === POSTGRES || what === LEADER ? 'checkouts waiting' : 'checkouts waiting for it';
  const stored = inFlight === null ? '' : `, ${inFlight} creates in flight, ${leases} leases`;
  const when = `${(atMs / 1000).toFixed(1)} s`.padStart(8);
  const deed = DEEDS[how] ?? `${what} ended by ${how}`;
  return `  ${when}  ${deed.padEnd(32)} ${waiting} ${where}${stored}\n`;
}

/** @param {{ ms: number, came: number, all: number, answered: number, waiting: number }} progress */
export function progressLine({ ms, came, all, answered, waiting }) {
  return `  ${`${(ms / 1000).toFixed(0)} s`.padStart(8)}  ${came} of ${all} customers came, ${answered} answered, ${waiting} requests wait\n`;
}

/**
 * @param {Record<string, Record<string, number>>} calls by endpoint and kind of fault
 * @param {Record<string, number>} callbacks
 * @param {number} messages refused by the merchant's system
 */
export function disturbedLine(calls, callbacks, messages) {
  const struck = Object.entries(calls).map(([endpoint, acts]) => {
    const times = Object.values(acts).reduce((sum, each) => sum + each, 0);
    return `${times} calls of ${endpoint}`;
  });
  const { sent, dropped, duplicates, delayed, forged, failed } = callbacks;
  return (
    `  disturbed: ${struck.join(', ')}\n` +
    `  callbacks: ${sent} sent, ${dropped} lost, ${duplicates} doubled, ${delayed} late, ${forged} forged, ` +
    `${failed} not received\n` +
    `  messages: ${messages} attempts met a dead shop\n`
  );
}
