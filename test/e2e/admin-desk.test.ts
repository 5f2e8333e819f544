import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { builtProgram, startProgram } from '../support/programs.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, expectProblem, newNumber, until, wrongFields } from '../support/service.js';
import type { Answer } from '../support/service.js';
import { callbackToken, historyProblems } from '../support/service-history.js';
import { useWorld } from '../support/service-world.js';

const world = useWorld({}, { document: true });

type Item = Readonly<Record<string, unknown>> & { readonly id: string };

const itemsOf = (answer: Answer): readonly Item[] => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body['items'] as Item[];
};

async function walk(path: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor = '';
  do {
    const answer = await world.service.get(`/v1/admin/${path}limit=${limit}${cursor}`);
    items.push(...itemsOf(answer));
    const next = answer.body['nextCursor'] as string | null;
    if (next === null) return items;
    expect(itemsOf(answer)).toHaveLength(limit);
    cursor = `&cursor=${next}`;
  } while (items.length < 5000);
  throw new Error('the list has no end');
}

async function inReview(scenario: string): Promise<string> {
  const merchantOrderNo = `${newNumber()}..${scenario}`;
  const { payUrl } = await world.service.order(checkoutBody({ merchantOrderNo }));
  await pressButton(payUrl, 'pay').catch(() => undefined);
  await until(`${merchantOrderNo} in review`, async () => {
    const { order } = await world.rows.whole(merchantOrderNo);
    return order?.in_review === true && order.status === 'COMPLETED';
  });
  return merchantOrderNo;
}

describe('a mismatch', () => {
  it('is listed redacted, resolved with a note, audited, and its order announced', async () => {
    const number = await inReview('wrong-address');
    const [mismatch, ...others] = itemsOf(await world.service.get(`/v1/admin/mismatches?merchantOrderNo=${number}`));
    expect(others).toEqual([]);
    expect(mismatch).toMatchObject({
      merchantOrderNo: number,
      tradeNo: number,
      ...{ fiat: 'USD', amount: '100.00', ageMs: expect.any(Number) as number },
      kind: 'field',
      field: 'address',
      asked: expect.stringMatching(/^0x5290…9EE7 #/) as string,
      seen: expect.stringMatching(/^\S{6}….{4} #/) as string,
      openedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
      resolvedAt: null,
      resolvedBy: null,
      note: null,
    });
    expect(await world.rows.announced(number)).not.toContain('order.completed');

    const note = 'The wallet was changed with the provider, ticket 4711.';
    const answer = await world.service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, { note: `  ${note} ` });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body).toMatchObject({
      mismatch: { id: mismatch!.id, note, resolvedBy: 'staff:everybody', resolvedAt: expect.any(String) as string },
      order: { merchantOrderNo: number, status: 'COMPLETED', inReview: false },
    });

    const { order, ...rest } = await world.rows.whole(number);
    expect(order).toMatchObject({ status: 'COMPLETED', in_review: false });
    expect(historyProblems({ order, ...rest })).toEqual([]);
    expect(JSON.stringify(rest.events)).not.toContain('4711');
    expect((await world.rows.announced(number)).slice(-2)).toEqual(['order.completed', 'order.review_resolved']);
    expect((await world.service.read(number)).inReview).toBe(false);
    expect(itemsOf(await world.service.get(`/v1/admin/mismatches?merchantOrderNo=${number}`))).toEqual([]);

    const [entry] = itemsOf(await world.service.get(`/v1/admin/audit?target=${mismatch!.id}`));
    expect(entry).toMatchObject({
      actor: { id: 'everybody', name: 'everybody', address: '127.0.0.1' },
      action: 'mismatch.resolve',
      target: mismatch!.id,
      reason: note,
      detail: { merchantOrderNo: number, tradeNo: number, kind: 'field', field: 'address' },
      traceId: answer.headers.get('x-request-id'),
    });

    // The response may have been lost: a repeat gets it again, without a second act.
    const again = await world.service.post(`/v1/admin/mismatches/${mismatch!.id}/resolve`, { note: 'once more' });
    const still = ({ body }: Answer) => ({ ...body, mismatch: { ...(body['mismatch'] as object), ageMs: 0 } });
    expect(still(again)).toEqual(still(answer));
    expect(itemsOf(await world.service.get(`/v1/admin/audit?target=${mismatch!.id}`))).toHaveLength(1);
  });

  it('is not resolved without a note, and never sets a status', async () => {
    const number = await inReview('wrong-amount');
    const [mismatch] = itemsOf(await world.service.get(`/v1/admin/mismatches?merchantOrderNo=${number}`));
    const path = `/v1/admin/mismatches/${mismatch!.id}/resolve`;
    for (const body of [
      {},
      { note: '' },
      { note: ' ab ' },
      { note: 'x'.repeat(1001) },
      { note: 7 },
      { note: 'looked at\r\nadmin: resolved' },
      { note: 'ticket \u202e1174' },
      { note: ['abc'] },
    ]) {
      expectProblem(await world.service.post(path, body), 400, 'invalid_request');
    }
    expectProblem(await world.service.post(path, { note: 'a note', status: 'COMPLETED' }), 400, 'invalid_request');
    expect(await world.rows.order(number)).toMatchObject({ in_review: true });
    expect(itemsOf(await world.service.get(`/v1/admin/audit?target=${mismatch!.id}`))).toEqual([]);
    for (const id of ['nothing', '00000000-0000-4000-8000-000000000000', '%27%20OR%20true']) {
      const answer = await world.service.post(`/v1/admin/mismatches/${id}/resolve`, { note: 'a note' });
      expectProblem(answer, 404, 'not_found');
    }
  });

  it('is listed in pages, open ones by default', async () => {
    await Promise.all([inReview('wrong-crypto'), inReview('wrong-network')]);
    const open = await walk('mismatches?', 1);
    expect(open.length).toBeGreaterThanOrEqual(2);
    expect(open.every(({ resolvedAt }) => resolvedAt === null)).toBe(true);
    const all = await walk('mismatches?state=all&', 2);
    const stored = await world.rows.query<{ id: string }>('SELECT id FROM mismatches ORDER BY opened_at DESC, id DESC');
    expect(all.map(({ id }) => id)).toEqual(stored.map(({ id }) => id));
    const resolved = await walk('mismatches?state=resolved&kind=field&', 200);
    expect(resolved.every(({ resolvedAt, kind }) => resolvedAt !== null && kind === 'field')).toBe(true);
  });
});

describe('callbacks', () => {
  it('are listed without their bytes, and orphans separately', async () => {
    const { merchantOrderNo: number, payUrl } = await world.service.order(checkoutBody());
    await pressButton(payUrl, 'pay');
    const path = `/v1/admin/callbacks?merchantOrderNo=${number}`;
    const finished = await until('a callback', async () =>
      itemsOf(await world.service.get(path)).find(({ claimedStatus }) => claimedStatus === 'FINISHED'),
    );
    expect(finished).toMatchObject({ tradeNo: number, merchantOrderNo: number, method: 'POST' });

    const lost = newNumber();
    const body = JSON.stringify({ status: 'FINISHED', email: 'planted@example.com' });
    const receive = (): Promise<Answer> =>
      world.service.request('POST', `/callbacks/ramp/${callbackToken(lost)}`, { body });
    await receive();
    await receive();
    const orphans = itemsOf(await world.service.get('/v1/admin/callbacks?orphan=true'));
    expect(orphans).toEqual([
      {
        id: expect.any(String) as string,
        receivedAt: expect.stringMatching(/Z$/) as string,
        lastReceivedAt: expect.stringMatching(/Z$/) as string,
        times: 2,
        dropped: 0,
        tradeNo: lost,
        merchantOrderNo: null,
        method: 'POST',
        claimedStatus: 'FINISHED',
        digest: createHash('sha256').update(body).digest('hex'),
      },
    ]);
    expect(itemsOf(await world.service.get(`/v1/admin/callbacks?tradeNo=${lost}`))).toEqual(orphans);
    const whole = await world.service.get('/v1/admin/callbacks?limit=200');
    expect(whole.text).not.toContain('planted');
    // More may arrive meanwhile, but none appears twice.
    const walked = (await walk('callbacks?', 2)).map(({ id }) => id);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked).toEqual(expect.arrayContaining(itemsOf(whole).map(({ id }) => id)));
  });
});

describe('runs', () => {
  it('are listed newest first', async () => {
    await world.service.order(checkoutBody());
    const runs = await until('a run', async () => {
      const items = itemsOf(await world.service.get('/v1/admin/runs?limit=5'));
      return items.length > 0 ? items : null;
    });
    const begun = runs.map(({ startedAt }) => startedAt as string);
    expect(begun).toEqual([...begun].sort().reverse());
    expect(runs[0]).toMatchObject({ claimed: expect.any(Number) as number, unanswered: expect.any(Number) as number });
    expect(itemsOf(await world.service.get('/v1/admin/runs?to=2020-01-01'))).toEqual([]);
  });
});

async function told(form: '--json' | '--csv', from: string, to: string): Promise<string> {
  const args = [form, '--from', from, '--to', to];
  const env = { DATABASE_URL: world.databaseUrl, RECONCILE_FIRST_DELAY_MS: '300' };
  const program = startProgram('report', builtProgram('src/cli/accounts/report.js'), env, args);
  expect(await program.ended).toBe(0);
  return program.output();
}

/** Removes the fields that change over time. */
const still = (csv: string): string =>
  csv.replace(/^report,seen at,.*$/m, '').replace(/^oldest open order,.*,age,.*$/m, '');

describe('the report', () => {
  const [from, to] = ['2000-01-01', '2100-01-01T00:00:00+08:00'];
  const span = `from=${from}&to=${encodeURIComponent(to)}`;

  it("over HTTP equals the program's", async () => {
    await world.service.order(checkoutBody());
    // Orders of other tests may still move: both reports must see the same.
    await until('a report that is the same twice', async () => {
      const answer = await world.service.get(`/v1/admin/report?${span}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      const { generatedAt, oldestOpen, ...report } = answer.body;
      const program = JSON.parse(await told('--json', from, to)) as Record<string, unknown>;
      expect(generatedAt).toMatch(/Z$/);
      expect(Object.keys(answer.body)).toEqual(Object.keys(program));
      const { generatedAt: later, oldestOpen: oldest, ...rest } = program;
      expect(later).not.toBe(generatedAt);
      const { ageMs, ...same } = oldestOpen as Record<string, unknown>;
      expect(ageMs).toEqual(expect.any(Number));
      return JSON.stringify([report, same]) === JSON.stringify([rest, { ...(oldest as object), ageMs: undefined }]);
    });
  });

  it('is available as a CSV file', async () => {
    await until('a report that is the same twice', async () => {
      const asked = await world.service.get(`/v1/admin/report?${span}&format=csv`);
      const accepted = await world.service.request('GET', `/v1/admin/report?${span}`, {
        headers: { accept: 'text/csv' },
      });
      for (const answer of [asked, accepted]) {
        expect(answer.status, answer.text).toBe(200);
        expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
        expect(answer.headers.get('content-disposition')).toBe(
          'attachment; filename=report-20000101T000000Z-20991231T160000Z.csv',
        );
        expect(answer.text).toMatch(/^section,item,figure,unit,value\r\n/);
      }
      const program = await told('--csv', from, to);
      return still(asked.text) === still(program) && still(accepted.text) === still(program);
    });
    const json = await world.service.request('GET', `/v1/admin/report?format=json`, {
      headers: { accept: 'text/csv' },
    });
    expect(json.body).toMatchObject({ from: null, to: null });
    const endless = await world.service.get('/v1/admin/report?format=csv');
    expect(endless.headers.get('content-disposition')).toBe('attachment; filename=report-beginning-now.csv');
  });

  it('is audited in either format, and not for an invalid request', async () => {
    const entries = (): Promise<Item[]> => walk('audit?action=report.export&', 50);
    const before = await entries();
    expectProblem(await world.service.get('/v1/admin/report?from=2026-02-01&to=2026-01-01'), 400, 'invalid_request');
    await world.service.get('/v1/admin/report?from=2026-01-31T12:00:00Z');
    await world.service.get('/v1/admin/report?to=2026-01-31&format=csv');
    const news = (await entries()).slice(0, -before.length);
    expect(news.map(({ detail, reason, target }) => ({ detail, reason, target }))).toEqual([
      { detail: { from: null, to: '2026-01-31T00:00:00.000Z', format: 'csv' }, reason: null, target: null },
      { detail: { from: '2026-01-31T12:00:00.000Z', to: null, format: 'json' }, reason: null, target: null },
    ]);
  });
});

describe('an invalid query', () => {
  const LISTS = ['mismatches', 'runs', 'callbacks', 'audit'];
  const WRONG: readonly (readonly [string, string])[] = [
    ...LISTS.flatMap((list) => [
      [`${list}?limit=0`, 'limit'] as const,
      [`${list}?limit=201`, 'limit'] as const,
      [`${list}?limit=1e1`, 'limit'] as const,
      [`${list}?limit=5&limit=5`, 'limit'] as const,
      [`${list}?cursor=`, 'cursor'] as const,
      [`${list}?cursor=nonsense`, 'cursor'] as const,
      [
        `${list}?cursor=${Buffer.from('["2026-01-31T12:00:00.000000Z","A B"]').toString('base64url')}`,
        'cursor',
      ] as const,
      [`${list}?page=2`, 'page'] as const,
    ]),
    ['mismatches?state=closed', 'state'],
    ['mismatches?kind=nonsense', 'kind'],
    ['callbacks?verdict=valid', 'verdict'],
    ['callbacks?orphan=yes', 'orphan'],
    ['runs?from=soon', 'from'],
    ['runs?from=2026-02-01&to=2026-02-01', 'to'],
    ['audit?action=order.delete', 'action'],
    ['audit?to=2026-02-30', 'to'],
    ['audit?actor=', 'actor'],
    ['report?from=yesterday', 'from'],
    ['report?format=xml', 'format'],
  ];

  it.each(WRONG)('%s names %s', async (path, field) => {
    expect(wrongFields(await world.service.get(`/v1/admin/${path}`))).toEqual([field]);
  });
});

describe('the document', () => {
  it('describes every route', async () => {
    const { body } = await world.service.get('/openapi.json');
    const paths = body['paths'] as Record<
      string,
      Record<string, { summary?: string; responses: Record<string, unknown> }>
    >;
    for (const [path, method] of [
      ['mismatches', 'get'],
      ['mismatches/{id}/resolve', 'post'],
      ['runs', 'get'],
      ['report', 'get'],
      ['callbacks', 'get'],
      ['audit', 'get'],
    ] as const) {
      const operation = paths[`/v1/admin/${path}`]?.[method];
      expect(operation?.summary, path).toMatch(/./);
      expect(Object.keys(operation?.responses ?? {}), path).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '503']),
      );
      expect(JSON.stringify(operation?.responses['200']), path).toContain('#/components/schemas/');
    }
  });
});
