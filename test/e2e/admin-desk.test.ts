import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { builtProgram, startProgram } from '../support/programs.js';
import { pressButton } from '../support/sandbox-client.js';
import { checkoutBody, newNumber, until } from '../support/service.js';
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
      fiat: 'USD',
      amount: '100.00',
      ageMs: expect.any(Number) as number,
      kind: 'field',
      field: 'address',
      asked: expect.stringMatching(/^0x5290…9EE7 #/) as string,
      seen: expect.stringMatching(/^\S{6}….{4} #/) as string,
      openedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
      resolvedAt: null,
      resolvedBy: null,
      note: null,
      notedBy: null,
      notedAt: null,
    });
    for (const text of ['Mine.', 'Still mine.']) await world.service.post(`/v1/admin/orders/${number}/notes`, { text });
    const [taken] = itemsOf(await world.service.get(`/v1/admin/mismatches?merchantOrderNo=${number}`));
    const [newest] = itemsOf(await world.service.get(`/v1/admin/orders/${number}/notes`));
    expect([taken!['notedBy'], taken!['notedAt']]).toEqual([newest!['by'], newest!['at']]);
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
});
