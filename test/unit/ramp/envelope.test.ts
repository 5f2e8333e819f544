import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBareRecord, readEnvelope } from '#src/ramp/wire/answer.js';
import { parseWire } from '#src/ramp/wire/wire.js';
import type { WireValue } from '#src/ramp/wire/wire.js';
import { no, ok } from './support/envelopes.js';

const NO_CODE = 'returnCode is neither text nor a whole number';
const json = (value: unknown): WireValue => parseWire(Buffer.from(JSON.stringify(value)))!.json;
const success = ok({ a: '1' });
const refusal = no('3103', 'Please refresh timestamp');

describe('the envelope', () => {
  it('is a success', () => {
    expect(readEnvelope(json(success))).toEqual({ kind: 'success', data: { a: '1' }, traceId: 't-1' });
  });

  it('is a refusal', () => {
    expect(readEnvelope(json(refusal))).toEqual({
      kind: 'refusal',
      returnCode: '3103',
      returnMsg: 'Please refresh timestamp',
      traceId: 't-2',
    });
  });

  it.each<[string, unknown, string]>([
    ['five digits', '81003', '81003'],
    ['three digits', '310', '310'],
    ['a word', 'SIGN_ERROR', 'SIGN_ERROR'],
    ['a number', 3103, '3103'],
    ['a number below zero', -1, '-1'],
    ['200 beside success false', '200', '200'],
  ])('is a refusal with a code in any form: %s', (_, code, returnCode) => {
    expect(readEnvelope(json({ ...refusal, returnCode: code }))).toMatchObject({ kind: 'refusal', returnCode });
  });

  it.each([[null], [undefined], [''], [7], [{}]])('is a refusal whose message is %j, and has none', (returnMsg) => {
    expect(readEnvelope(json({ ...refusal, returnMsg }))).toMatchObject({ kind: 'refusal', returnMsg: null });
  });

  it.each<[string, unknown, string]>([
    ['a list', [success], 'the answer is not a JSON object'],
    ['null', null, 'the answer is not a JSON object'],
    ['a number', 1, 'the answer is not a JSON object'],
    ['success as text', { ...success, success: 'true' }, 'success is not a boolean'],
    ['success as a number', { ...success, success: 1 }, 'success is not a boolean'],
    ['no success', { ...success, success: undefined }, 'success is not a boolean'],
    ['no code', { ...success, returnCode: undefined }, NO_CODE],
    ['a code that is null', { ...refusal, returnCode: null }, NO_CODE],
    ['a code that is a fraction', { ...refusal, returnCode: 3.5 }, NO_CODE],
    ['a code that is a list', { ...refusal, returnCode: ['3103'] }, NO_CODE],
    ['an empty code', { ...success, returnCode: '' }, NO_CODE],
    ['a blank code', { ...refusal, returnCode: ' \n' }, NO_CODE],
    [
      'success with the code of a refusal',
      { ...success, returnCode: '3103' },
      'success and returnCode contradict each other',
    ],
    ['success with 0', { ...success, returnCode: 0 }, 'success and returnCode contradict each other'],
    ['success with 200', { ...success, returnCode: '200' }, 'success and returnCode contradict each other'],
    ['a refusal with 0', { ...refusal, returnCode: 0 }, 'success and returnCode contradict each other'],
    [
      'a refusal with the code of success',
      { ...refusal, returnCode: '0000' },
      'success and returnCode contradict each other',
    ],
    ['success without data', { ...success, data: undefined }, 'data is missing'],
    ['a refusal with an order', { ...refusal, data: { orderNo: '9' } }, 'a refusal names an order'],
    ['a refusal with a payment page', { ...refusal, data: { payUrl: 'https://x' } }, 'a refusal names an order'],
  ])('is invalid: %s', (_, value, detail) => {
    expect(readEnvelope(json(value))).toMatchObject({ kind: 'none', detail });
  });

  it('is a success only with both signs of one', () => {
    const odd = fc.record(
      {
        success: fc.constantFrom<unknown>(true, false, 'true', 1, null),
        returnCode: fc.constantFrom<unknown>('0000', '3103', '9999', '', 0, '0', null),
        returnMsg: fc.constantFrom<unknown>('SUCCESS', '', null, 5),
        data: fc.jsonValue(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(odd, (value) => {
        const { kind } = readEnvelope(json(value));
        const claimed = value.success === true && value.returnCode === '0000' && 'data' in value;
        expect(kind === 'success').toBe(claimed);
        if (kind === 'refusal') expect([value.success, value.returnCode === '0000']).toEqual([false, false]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a record without the envelope', () => {
  it.each([
    [{ orderNo: '9' }, true],
    [{ status: '4' }, true],
    [{ status: 4 }, true],
    [{ orderNo: '', status: null }, false],
    [{ crypto: 'USDT' }, false],
    [{ success: true, orderNo: '9' }, false],
    [{ returnCode: '9999', status: 'FAIL' }, false],
    [[{ orderNo: '9' }], false],
    [null, false],
    ['orderNo', false],
  ])('%j: %s', (value, isRecord) => {
    expect(isBareRecord(json(value))).toBe(isRecord);
  });
});
