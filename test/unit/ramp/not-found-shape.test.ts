import { describe, expect, it } from 'vitest';
import { lessonOf, shapeOf } from '../../../src/ramp/http/not-found-shape.js';
import type { Lesson } from '../../../src/ramp/http/not-found-shape.js';
import { openAnswer } from '../../../src/ramp/http/wire.js';
import type { WireAnswer } from '../../../src/ramp/http/wire.js';
import { CODES, NO_CODES } from './support/codes.js';
import { no, ok } from './support/gateway.js';

const PROBE = 'unused-probe-abc';
const answer = (body: unknown, status = 200): WireAnswer =>
  openAnswer(status, null, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
const lesson = (body: unknown, status?: number): Lesson['kind'] => lessonOf(answer(body, status), PROBE, CODES).kind;
const UNKNOWN = no('1006', 'Order does not exist');

describe('what the answer about a number that was never used teaches', () => {
  it.each<[string, Lesson['kind'], unknown, number?]>([
    ['success with null data', 'null_data', ok(null)],
    ['a refusal with a code of its own', 'shape', UNKNOWN],
    ['the same with 404', 'shape', UNKNOWN, 404],
    ['the same with 400', 'shape', UNKNOWN, 400],
    ['success with an empty record', 'shape', ok({})],
    ['success with an empty list', 'shape', ok([])],
    ['a bare null', 'shape', 'null'],
    ['another envelope', 'shape', { error: 'no such order' }, 404],
    ['a page with 404', 'shape', '<html>not found</html>', 404],
    ['404 and nothing else', 'shape', '', 404],

    ['a record', 'order', ok({ orderNo: '9001', status: 'PENDING' })],
    ['a record without a number', 'order', ok({ status: 'PAY_SUCCESS' })],
    ['a bare record', 'order', { orderNo: '9001', status: 3 }],
    ['a refusal that names an order', 'order', { ...UNKNOWN, data: { orderNo: '9001' } }],

    ['a failure', 'nothing', UNKNOWN, 500],
    ['a gateway that fails', 'nothing', '<html>', 502],
    ['a redirect', 'nothing', UNKNOWN, 302],
    ['429', 'nothing', UNKNOWN, 429],
    ['401', 'nothing', UNKNOWN, 401],
    ['403', 'nothing', UNKNOWN, 403],
    ['a page with 200', 'nothing', '<html>not found</html>', 200],
    ['a page with 400', 'nothing', '<html>bad request</html>', 400],
    ['a page without end', 'nothing', 'x'.repeat(70_000), 404],
    ['nothing at all', 'nothing', '', 200],
    ['half an envelope', 'nothing', '{"success":fal'],
    ...['3100', '3101', '3102', '3103', '3104', '3105', '3106', '3107'].map(
      (code): [string, Lesson['kind'], unknown] => [`the documented ${code}`, 'nothing', no(code, 'x')],
    ),
    ['a documented code with 404', 'nothing', no('3107', 'Illegal request path'), 404],
    ['a documented code in half an envelope', 'nothing', { success: false, returnCode: '3104' }],
    ...[...CODES.accessTokenCodes, ...CODES.signatureCodes, ...CODES.notConfiguredCodes].map(
      (code): [string, Lesson['kind'], unknown] => [`the configured ${code}`, 'nothing', no(code, 'x')],
    ),
    ['a signature refusal', 'nothing', no('1002', 'Invalid signature')],
    ['the same in other words', 'nothing', no('1002', 'SIGN ERROR')],
    ['a token refusal', 'nothing', no('1003', 'Invalid access token')],
    ['a provider under maintenance', 'nothing', no('9998', 'System maintenance')],
  ])('%s: %s', (_, kind, body, status) => {
    expect(lesson(body, status)).toBe(kind);
  });

  it('bytes that could not be had teach nothing', () => {
    expect(lessonOf(openAnswer(200, null, null), PROBE, NO_CODES).kind).toBe('nothing');
  });
});

describe('the shape of an answer', () => {
  const shape = (body: unknown, asked: readonly string[] = [PROBE], status?: number): string =>
    shapeOf(answer(body, status), asked);

  it.each<[string, unknown, unknown]>([
    ['the provider’s request id', { ...UNKNOWN, traceId: 'a' }, { ...UNKNOWN, traceId: 'b' }],
    ['a request id that is missing', UNKNOWN, { ...UNKNOWN, traceId: undefined }],
    ['the order of names', { a: 1, b: 2 }, { b: 2, a: 1 }],
  ])('does not depend on %s', (_, one, other) => {
    expect(shape(one)).toBe(shape(other));
  });

  it('does not depend on the number that was asked about, in any letter case and anywhere', () => {
    const about = (number: string): unknown => ({ ...no('1006', `Order ${number}.`), extend: { no: [number] } });
    const learned = shape(about(PROBE), [PROBE]);
    expect(shape(about('A-1001'), ['A-1001'])).toBe(learned);
    expect(shape(about('a-1001'), ['A-1001'])).toBe(learned);
    expect(shape(about('ORDER.1+1'), ['', 'order.1+1'])).toBe(learned);
    expect(shape(about('A-1002'), ['A-1001'])).not.toBe(learned);
    // Only as a whole: the order "1" is not every digit, and A-1001 is not the order A-100.
    expect(shape(no('1006', 'Order 1.'), ['1'])).toBe(shape(no('1006', `Order ${PROBE}.`), [PROBE]));
    expect(shape(about('A-1001'), ['A-100'])).not.toBe(learned);
  });

  it.each<[string, unknown, number?]>([
    ['another code', no('1007', 'Order does not exist')],
    ['another message', no('1006', 'Order does not exist!')],
    ['another status', UNKNOWN, 404],
    ['one more field', { ...UNKNOWN, hint: null }],
    ['a request id that stands deeper', { ...UNKNOWN, data: { traceId: 'x' } }],
    ['a number in place of a text', { ...UNKNOWN, returnCode: 1006 }],
    ['a list in place of a record', [['returnCode', '1006']]],
    ['no JSON', '<html>'],
  ])('differs with %s', (_, body, status) => {
    expect(shape(body, [PROBE], status)).not.toBe(shape(UNKNOWN));
  });

  it('takes digits as they stand, and ends in lists without end', () => {
    expect(shape('{"n":1.0}')).not.toBe(shape('{"n":1}'));
    expect(() => shape(`${'['.repeat(900)}${']'.repeat(900)}`)).not.toThrow();
  });
});
