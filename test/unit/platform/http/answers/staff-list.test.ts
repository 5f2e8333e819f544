import { describe, expect, it } from 'vitest';
import type { Database } from '#src/platform/database/database.js';
import { by, count, each, moment, one, orNull, shape, text } from '#src/platform/http/answers/shape.js';
import { byChoice, bySpan, byText, byWord, hidden, StaffList } from '#src/platform/http/answers/staff-list.js';

const AT = new Date('2026-01-31T12:00:00.000Z');
const ROW = { id: 'r-1', madeAt: AT, endedAt: null, address: '0x5290', secret: 'not for staff' };

const PART = shape('PartDto', {
  id: text('Its name.', 'r-1'),
  madeAt: moment('When.'),
  endedAt: orNull(moment('When.')),
});
const WHOLE = shape('WholeDto', { first: one('The first.', PART), all: each('All.', PART), n: count('How many.', 1) });
const SHOWN = { id: 'r-1', madeAt: AT.toISOString(), endedAt: null };

describe('shape', () => {
  it('writes the fields of its table and nothing else', () => {
    expect(PART.show(ROW)).toEqual(SHOWN);
    expect(WHOLE.show({ first: ROW, all: [ROW], n: 1 })).toEqual({ first: SHOWN, all: [SHOWN], n: 1 });
  });
});

const LIST = new StaffList(
  { item: 'RowDto', page: 'RowsDto', table: 'rows', as: 'r', at: 'made_at', idType: 'uuid' },
  { ...PART.fields, id: by('r.id::text', PART.fields.id) },
  {
    id: byText('One.', 'r-1', 'r.id = ?'),
    kind: byWord('Of a kind.', ['old', 'new'], 'new', 'r.kind = ?'),
    state: byChoice('Open ones.', { open: 'r.ended_at IS NULL', all: null }, { standard: 'open', example: 'all' }),
    ...bySpan('r.made_at', 'Made'),
  },
  { address: hidden<string>('r.address') },
);

describe('StaffList', () => {
  const read = async (asked: Parameters<typeof LIST.read>[1]) => {
    const seen: { text: string; parameters: readonly unknown[] }[] = [];
    const query = (sql: string, parameters: readonly unknown[]): Promise<object[]> => {
      seen.push({ text: sql.replace(/\s+/g, ' '), parameters });
      return Promise.resolve([{ ...ROW, position_at: 'at', position_id: 'r-1' }]);
    };
    const page = await LIST.read({ query } as unknown as Database, asked, { limit: 1, after: null });
    return { page, ...seen[0]! };
  };

  it('selects all columns, by their own SQL if given, and hidden ones', async () => {
    const { text: sql } = await read({});
    expect(sql).toContain(
      'SELECT r.id::text AS "id", r.made_at AS "madeAt", r.ended_at AS "endedAt", r.address AS "address", to_char(',
    );
  });

  it.each<[what: string, asked: Parameters<typeof LIST.read>[1], where: string, parameters: unknown[]]>([
    ['nothing: the standard choice', {}, 'WHERE r.ended_at IS NULL ORDER', []],
    ['another choice', { state: 'all' }, 'FROM rows r ORDER', []],
    ['a text', { id: 'r-1', state: 'all' }, 'WHERE r.id = $1 ORDER', ['r-1']],
    ['a word that is null', { kind: null, state: 'all' }, 'FROM rows r ORDER', []],
    [
      'a span',
      { from: '2026-01-31', to: AT, state: 'all' },
      'WHERE r.made_at >= $1 AND r.made_at < $2',
      [new Date('2026-01-31T00:00:00Z'), AT],
    ],
  ])('sets a condition for %s', async (_what, asked, where, parameters) => {
    const found = await read(asked);
    expect(found.text).toContain(where);
    expect(found.parameters).toEqual([...parameters, 2]);
  });
});
