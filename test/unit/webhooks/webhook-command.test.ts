import { describe, expect, it } from 'vitest';
import { readCommand } from '#src/cli/webhook/webhook-command.js';
import { deliveryLines, deliveryTable, endpointTable } from '#src/cli/webhook/webhook-lines.js';
import type { ListedDelivery } from '#src/webhooks/delivery-list.js';
import type { EndpointRow } from '#src/webhooks/webhook.types.js';

const URL = 'https://shop.example/hook';
const wish = { url: URL, events: ['*'], description: null, enabled: true };
const NOW = new Date('2026-01-31T12:00:00Z');
const nothing = { endpointId: null, event: null, merchantOrderNo: null, state: null, from: null, to: null };

describe('webhooks: the command line', () => {
  it.each([
    ['list --json', { kind: 'list', json: true }],
    [`create --url ${URL} --events *`, { kind: 'create', json: false, wish, scheme: 'v1' }],
    [
      `create --url ${URL} --events order.completed,order.paid --description shop --ed25519`,
      {
        ...{ kind: 'create', json: false, scheme: 'v1a' },
        wish: { ...wish, events: ['order.completed', 'order.paid'], description: 'shop' },
      },
    ],
    ['change a --disable', { kind: 'change', json: false, id: 'a', change: { enabled: false } }],
    [
      'change a --enable --events *',
      { kind: 'change', json: false, id: 'a', change: { enabled: true, events: ['*'] } },
    ],
    ['change --description= a', { kind: 'change', json: false, id: 'a', change: { description: null } }],
    ['rotate a', { kind: 'rotate', json: false, id: 'a' }],
    ['redeliver a --json', { kind: 'redeliver', json: true, id: 'a' }],
    [
      'replay a --from 2026-01-31T12:00:00Z --events order.paid',
      { kind: 'replay', json: false, id: 'a', wish: { from: NOW, to: null, events: ['order.paid'] } },
    ],
    ['deliveries', { kind: 'deliveries', json: false, filter: nothing, limit: 50 }],
    [
      'deliveries --endpoint a --event order.paid --order A-1 --state failed --to 2026-01-31T12:00:00Z --limit 200',
      {
        ...{ kind: 'deliveries', json: false, limit: 200 },
        filter: { endpointId: 'a', event: 'order.paid', merchantOrderNo: 'A-1', state: 'failed', from: null, to: NOW },
      },
    ],
  ])('%s', (line, command) => {
    expect(readCommand(line.split(' '))).toEqual(command);
  });

  it.each([
    ['', 'Say what to do'],
    ['make', 'Say what to do'],
    ['list all', 'all'],
    ['create --events *', '--url must'],
    [`create --url ${URL}`, '--events must'],
    [`create --url ${URL} --events order.done`, `--events must be '*' or names of events`],
    [`create --url ${URL} --events order.paid,order.paid`, '--events must not name an event twice'],
    [`create --url ${URL} --events=`, `--events must be '*' or names of events`],
    [`create --url ${URL} --events * --description ${'x'.repeat(201)}`, '--description must have 1 to 200'],
    [`create --url ${URL} --events * --description a\u202eb`, '--description must be one line'],
    ['change a', 'Say what to change'],
    ['change --enable', 'Name one by its id'],
    ['change a --enable --disable', 'exclude each other'],
    ['change a --events order.done', '--events must'],
    ['delete', 'Name one by its id'],
    ['delete a b', 'Name one by its id'],
    ['rotate a --overlap 1h', 'overlap'],
    ['replay a', '--from must say'],
    ['replay a --from yesterday', '--from must be a date'],
    ['replay a --from 2026-02-01 --to 2026-01-01', '--from must be before --to'],
    ['replay a --from 2026-02-01 --events order.done', '--events must'],
    ['deliveries a', 'a'],
    ['deliveries --state sent', '--state must be one of pending, delivered, failed'],
    ['deliveries --limit 201', '--limit must be a whole number from 1 to 200'],
    ['deliveries --limit 0', '--limit must be'],
    ['deliveries --from 2026-02-30', '--from must be a date'],
  ])('refuses: %s', (line, problem) => {
    expect(() => readCommand(line === '' ? [] : line.split(' '))).toThrow(problem);
  });
});

describe('webhooks: output of the command', () => {
  const delivery: ListedDelivery = {
    ...{ id: 'd', endpointId: 'e', messageId: 'm', event: 'order.paid', merchantOrderNo: 'A-1', version: 2 },
    ...{ state: 'failed', attempts: 10, createdAt: NOW, nextAt: null },
  };

  it('escapes control characters in attempts', () => {
    const attempt = {
      deliveryId: 'd',
      n: 1,
      at: NOW,
      durationMs: 7,
      status: 500,
      error: null,
      answer: 'a\u001b[2Jb\nc',
    };
    const text = deliveryLines({ delivery, attempts: [attempt, { ...attempt, n: 2, status: null, error: 'timeout' }] });
    expect(text).toContain('1        2026-01-31T12:00:00Z  7 ms  500      a?[2Jb?c\n');
    expect(text).toContain('timeout');
    expect(text).not.toContain('\u001b');
  });

  it('shows the state of endpoints and no secret', () => {
    const endpoint: EndpointRow = {
      ...{ id: 'e', url: URL, events: ['*'], description: 'a\u009bb', disabledReason: null, position: 1 },
      ...{ secret: Buffer.from('hidden'), secretKeyId: '1', failures: 3, failingSince: NOW },
      ...{ createdAt: NOW, createdBy: 'command-line' },
    };
    const text = endpointTable([endpoint, { ...endpoint, failures: 0, failingSince: null, disabledReason: 'gone' }]);
    expect(text).toMatch(/ failing +2026-01-31T12:00:00Z +2026-01-31T12:00:00Z +a\?b\n/);
    expect(text).toMatch(/ disabled: gone /);
    for (const coded of ['utf8', 'hex', 'base64'] as const) expect(text).not.toContain(endpoint.secret.toString(coded));
    expect(endpointTable([])).toBe('There are no endpoints.\n');
  });

  it('shows whether there are more deliveries', () => {
    expect(deliveryTable([], false)).toBe('There are no such deliveries.\n');
    expect(deliveryTable([delivery], true)).toMatch(
      /^id .*\nd {3}order.paid .* failed +10 .* never .* e\nThere are older/,
    );
  });
});
