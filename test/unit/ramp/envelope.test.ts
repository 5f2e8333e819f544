import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBareRecord, readEnvelope } from '../../../src/ramp/http/envelope.js';
import { parseWire } from '../../../src/ramp/http/wire.js';
import type { WireValue } from '../../../src/ramp/http/wire.js';
import { NO_CODES } from './support/codes.js';

const json = (value: unknown): WireValue => parseWire(Buffer.from(JSON.stringify(value)))!.json;
const success = {
  success: true,
  returnCode: '0000',
  returnMsg: 'SUCCESS',
  extend: '',
  data: { a: '1' },
  traceId: 't-1',
};
const refusal = {
  success: false,
  returnCode: '3103',
  returnMsg: 'Please refresh timestamp',
  data: null,
  traceId: 't-2',
};

describe('the envelope', () => {
  it('is a success', () => {
    expect(readEnvelope(json(success), NO_CODES)).toEqual({ kind: 'success', data: { a: '1' }, traceId: 't-1' });
  });

  it('is a success with null data and without the fields that carry no meaning', () => {
    const bare = { success: true, returnCode: '0000', data: null };
    expect(readEnvelope(json(bare), NO_CODES)).toEqual({ kind: 'success', data: null, traceId: null });
  });

  it('is a refusal', () => {
    expect(readEnvelope(json(refusal), NO_CODES)).toEqual({
      kind: 'refusal',
      returnCode: '3103',
      returnMsg: 'Please refresh timestamp',
      traceId: 't-2',
    });
  });

  it('is a refusal without data', () => {
    expect(readEnvelope(json({ ...refusal, data: undefined }), NO_CODES)).toMatchObject({ kind: 'refusal' });
  });

  it('may carry a code of another form when that is configured', () => {
    const token = { ...refusal, returnCode: '100401' };
    expect(readEnvelope(json(token), NO_CODES)).toMatchObject({ kind: 'none' });
    expect(readEnvelope(json(token), { ...NO_CODES, signatureCodes: ['100401'] })).toMatchObject({
      kind: 'refusal',
      returnCode: '100401',
    });
  });

  it.each<[string, unknown, string]>([
    ['a list', [success], 'the answer is not a JSON object'],
    ['null', null, 'the answer is not a JSON object'],
    ['a number', 1, 'the answer is not a JSON object'],
    ['success as text', { ...success, success: 'true' }, 'success is not a boolean'],
    ['success as a number', { ...success, success: 1 }, 'success is not a boolean'],
    ['no success', { ...success, success: undefined }, 'success is not a boolean'],
    ['a code that is a number', { ...refusal, returnCode: 3103 }, 'returnCode is not a string'],
    ['no code', { ...success, returnCode: undefined }, 'returnCode is not a string'],
    [
      'success with the code of a refusal',
      { ...success, returnCode: '3103' },
      'success and returnCode contradict each other',
    ],
    ['success with an empty code', { ...success, returnCode: '' }, 'success and returnCode contradict each other'],
    [
      'a refusal with the code of success',
      { ...refusal, returnCode: '0000' },
      'success and returnCode contradict each other',
    ],
    ['success without data', { ...success, data: undefined }, 'data is missing'],
    ['a code of three digits', { ...refusal, returnCode: '310' }, 'returnCode is malformed'],
    ['a code of letters', { ...refusal, returnCode: 'FAIL' }, 'returnCode is malformed'],
    ['a code with a line break', { ...refusal, returnCode: '3103\n' }, 'returnCode is malformed'],
    ['no message', { ...refusal, returnMsg: null }, 'returnMsg is not a string'],
    ['a refusal with an order', { ...refusal, data: { orderNo: '9' } }, 'a refusal names an order'],
    ['a refusal with a payment page', { ...refusal, data: { payUrl: 'https://x' } }, 'a refusal names an order'],
  ])('is none: %s', (_, value, detail) => {
    expect(readEnvelope(json(value), NO_CODES)).toMatchObject({ kind: 'none', detail });
  });

  it('keeps the trace id where the rest makes no sense', () => {
    expect(readEnvelope(json({ ...success, success: 'yes' }), NO_CODES)).toMatchObject({
      kind: 'none',
      traceId: 't-1',
    });
  });

  it.each([[''], [7], [{}], ['x'.repeat(201)]])('does without the trace id %j', (traceId) => {
    expect(readEnvelope(json({ ...success, traceId }), NO_CODES)).toMatchObject({ kind: 'success', traceId: null });
  });

  it('is a success only when both signs of it are there, whatever else is', () => {
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
        const { kind } = readEnvelope(json(value), NO_CODES);
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
