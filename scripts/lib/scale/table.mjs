const STATUSES = ['PAID', 'TRANSFERRING', 'COMPLETED', 'PAYMENT_FAILED', 'CANCELLED'];

/**
 * The Markdown table of docs/scale.md.
 *
 * @param {readonly { ordersADay: number, callbacks: boolean, outcome: import('./simulate.mjs').Outcome }[]} rows
 */
export function scaleTable(rows) {
  const lines = rows.map(({ ordersADay, callbacks, outcome: { questions, share, late } }) => [
    ordersADay.toLocaleString('en'),
    callbacks ? 'yes' : 'no',
    (questions / ordersADay).toFixed(1),
    `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`,
    ...STATUSES.map((status) => lateness(late.get(status) ?? [])),
  ]);
  const head = [
    'orders a day',
    'callbacks',
    'questions each',
    'of the rate',
    ...STATUSES.map((status) => `\`${status}\``),
  ];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** @param {readonly number[]} late */
function lateness(late) {
  if (late.length === 0) return '';
  const sorted = [...late].sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return `${time(at(0.5))}, ${time(at(0.99))}`;
}

/** @param {number | undefined} ms */
function time(ms = 0) {
  if (ms < 90_000) return `${Math.round(ms / 1000)} s`;
  return ms < 5_400_000 ? `${Math.round(ms / 60_000)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}
