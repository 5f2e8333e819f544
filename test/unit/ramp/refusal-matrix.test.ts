import { describe, expect, it } from 'vitest';
import { interpretAnswer } from '#src/ramp/wire/answer.js';
import type { AnswerReader } from '#src/ramp/wire/answer.js';
import { readCryptoList } from '#src/ramp/wire/catalog-records.js';
import { readCreatedTrade } from '#src/ramp/wire/trade-records.js';
import { readQuotes } from '#src/ramp/wire/quote-records.js';
import { readTradeAnswer } from '#src/ramp/wire/trade-records.js';
import { openAnswer } from '#src/ramp/wire/wire.js';
import { CODES } from './support/codes.js';
import { no, quote as buy } from './support/gateway.js';

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
