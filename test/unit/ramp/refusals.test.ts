import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { refusalByCode } from '#src/ramp/wire/refusals.js';
import { documentedReason, REFUSALS, refusalByProblem } from '#src/ramp/port/refusal-table.js';
import { Problem } from '#src/platform/problems/problem.js';
import { interpretAnswer } from '#src/ramp/wire/answer.js';
import type { AnswerReader } from '#src/ramp/wire/answer.js';
import { readCryptoList } from '#src/ramp/wire/catalog-records.js';
import { readCreatedTrade, readTradeAnswer } from '#src/ramp/wire/trade-records.js';
import { readQuotes } from '#src/ramp/wire/quote-records.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import { CODES, NO_CODES } from './support/codes.js';
import { no } from './support/envelopes.js';
import { quote as buy } from './support/gateway.js';

describe('return codes', () => {
  it.each(['accessTokenCodes', 'signatureCodes', 'notConfiguredCodes', 'rateLimitCodes'] as const)(
    'a documented code keeps its meaning in spite of %s',
    (list) => {
      const codes = { ...NO_CODES, [list]: ['3105'] };
      expect(refusalByCode({ returnCode: '3105', returnMsg: null }, codes)).toMatchObject({
        reason: 'address_invalid',
        resendable: false,
      });
    },
  );

  it('bounds are read from 3102 only', () => {
    const returnMsg = 'The Min purchase amount is 15, The max purchase amount is 2000';
    expect(refusalByCode({ returnCode: '3102', returnMsg }, NO_CODES)).toMatchObject({ min: '15', max: '2000' });
    for (const returnCode of ['3101', '4403', '9999']) {
      expect(refusalByCode({ returnCode, returnMsg }, CODES)).toMatchObject({ min: null, max: null });
    }
  });
});

const rows = Object.values(REFUSALS);

describe('the refusal table', () => {
  /** The contract's codes, and the promised meaning of each. */
  it.each([
    ['3100', 502, 'ramp_configuration', false, 'operator'],
    ['3101', 422, 'crypto_not_available', false, 'operator'],
    ['3102', 422, 'amount_out_of_range', false, 'customer'],
    ['3103', 502, 'ramp_configuration', true, 'operator'],
    ['3104', 502, 'ramp_configuration', false, 'operator'],
    ['3105', 422, 'address_invalid', false, 'customer'],
    ['3106', 422, 'address_at_risk', false, 'customer'],
    ['3107', 502, 'ramp_configuration', false, 'operator'],
  ])('has one row for %s: %i %s, sent again: %s, who acts: %s', (returnCode, status, problem, resendable, acts) => {
    const found = rows.filter((row) => row.returnCode === returnCode);
    expect(found).toMatchObject([{ problem, resendable, acts }]);
    expect(new Problem(found[0]!.problem, '').status).toBe(status);
    expect(REFUSALS[documentedReason(returnCode)!]).toBe(found[0]);
  });

  it('has no row for another code', () => {
    expect(rows.flatMap(({ returnCode }) => returnCode ?? []).sort()).toEqual(
      ['3100', '3101', '3102', '3103', '3104', '3105', '3106', '3107'].sort(),
    );
    for (const code of ['', '0000', '3108', '9999']) expect(documentedReason(code)).toBeNull();
  });

  it('has one text per problem, for customers', () => {
    for (const { problem, words } of rows) {
      expect(refusalByProblem(problem)?.words).toBe(words);
      expect(words).toMatch(/^[A-Z][^%]{10,}\.$/);
      expect(words).not.toMatch(/contact|our team|3\d{3}/i);
    }
    expect(refusalByProblem('internal')).toBeNull();
  });

  it('is documented, with the problem for callers', () => {
    const handbook = readFileSync(new URL('../../../docs/operations/refusal-codes.md', import.meta.url), 'utf8');
    for (const { returnCode, problem } of rows.filter((row) => row.returnCode !== null)) {
      const line = handbook.split('\n').find((text) => text.startsWith(`| \`${returnCode}\` |`));
      expect(line, returnCode ?? '').toContain(`\`${problem}\``);
    }
  });
});

const records = { timeZone: 'UTC', statusMap: new Map<string, string>() };
const ENDPOINTS: Readonly<Record<string, AnswerReader<unknown>>> = {
  create: { data: (data) => readCreatedTrade(data, false), bareRecords: false, codes: CODES },
  query: { data: (data) => readTradeAnswer(data, 'BUY', records), bareRecords: true, codes: CODES },
  quote: {
    data: (data) => readQuotes(data, buy, { mask: (words) => words, codes: CODES }),
    bareRecords: false,
    codes: CODES,
  },
  list: { data: readCryptoList, bareRecords: false, codes: CODES },
};

const KNOWN: Readonly<Record<string, string>> = {
  3100: 'commission',
  3101: 'crypto_not_configured',
  3102: 'amount_out_of_range',
  3103: 'timestamp_expired',
  3104: 'app_unknown',
  3105: 'address_invalid',
  3106: 'address_at_risk',
  3107: 'path_unknown',
  4401: 'access_token',
  40100: 'access_token',
  4402: 'signature',
  SIGN_ERROR: 'signature',
  4403: 'crypto_not_configured',
  429: 'rate_limited',
};
const UNDOCUMENTED = ['0001', '1006', '3099', '3108', '9999', '310', '31030', 'FAIL', ' 3105'];
const STATUSES = [200, 201, 202, 301, 302, 307, 400, 401, 403, 404, 409, 422, 429, 500, 501, 502, 503, 504];

/** The meaning by status alone, for an unknown code or an invalid envelope. */
function byStatus(status: number, otherwise: string): string {
  if (status >= 300 && status < 400) return 'unknown redirect';
  if (status === 429) return 'refused rate_limited';
  if (status >= 500) return 'unknown server_error';
  return otherwise;
}

describe.each(Object.keys(ENDPOINTS))('a refusal of %s', (endpoint) => {
  const said = (returnCode: string, status: number) => {
    const body = Buffer.from(JSON.stringify(no(returnCode, 'In their words')));
    const { meaning, traceId } = interpretAnswer(openAnswer(status, null, body), ENDPOINTS[endpoint]!);
    return { ...meaning, traceId };
  };
  const inShort = (returnCode: string, status: number): string => {
    const meaning = said(returnCode, status);
    return 'reason' in meaning ? `${meaning.kind} ${meaning.reason}` : meaning.kind;
  };

  it.each(STATUSES)('with HTTP %i means what a known code means', (status) => {
    for (const [code, reason] of Object.entries(KNOWN)) expect(inShort(code, status)).toBe(`refused ${reason}`);
  });

  it.each(STATUSES)('with HTTP %i and an unknown code is one on 2xx and 4xx only', (status) => {
    for (const code of UNDOCUMENTED) expect(inShort(code, status)).toBe(byStatus(status, 'refused undocumented'));
  });

  it.each(STATUSES)('with HTTP %i and no code is invalid', (status) => {
    expect(inShort('', status)).toBe(byStatus(status, 'protocol'));
  });

  it.each([200, 400, 403, 422])('with HTTP %i and an unknown code keeps its message once', (status) => {
    expect(said('9999', status)).toMatchObject({
      returnCode: '9999',
      returnMsg: 'In their words',
      traceId: 't-2',
      resendable: false,
    });
  });

  it('allows a resend only after a refused timestamp, token or rate', () => {
    const again = [...Object.keys(KNOWN), ...UNDOCUMENTED].filter((code) => {
      const meaning = said(code, 200);
      return meaning.kind === 'refused' && meaning.resendable;
    });
    expect(again.sort()).toEqual(['3103', '40100', '429', '4401']);
  });
});
