import { describe, expect, it } from 'vitest';
import { ORDER, startMerchant } from './support/merchant.js';

const MINUTES = 60_000;

it('refusals have the whole envelope', async () => {
  const merchant = await startMerchant();
  const { status, envelope, headers } = await merchant.list({}, { headers: { appid: 'somebody' } });
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json;charset=UTF-8');
  expect(envelope).toEqual({
    success: false,
    returnCode: '3104',
    returnMsg: 'Please contact with our team to create account',
    extend: '',
    data: null,
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
  });
});

it.each([
  ['no appid', { appid: null }, '3104'],
  ['an unknown appid', { appid: 'somebody' }, '3104'],
  ['no timestamp', { timestamp: null }, '3103'],
  ['a timestamp in seconds', { timestamp: '1767225600' }, '3103'],
  ['no access token', { 'access-token': null }, '1003'],
  ['an unknown access token', { 'access-token': 'guess' }, '1003'],
])('create with %s is refused', async (_what, headers, code) => {
  const merchant = await startMerchant();
  expect((await merchant.create({}, { headers })).returnCode).toBe(code);
  expect(await merchant.orders()).toEqual([]);
});

describe('timestamp', () => {
  it.each([
    ['4 minutes old', -4 * MINUTES, '0000'],
    ['more than 5 minutes old', -5 * MINUTES - 1, '3103'],
    ['4 minutes ahead', 4 * MINUTES, '0000'],
    ['more than 5 minutes ahead', 6 * MINUTES, '3103'],
  ])('%s', async (_what, age, code) => {
    const merchant = await startMerchant();
    expect((await merchant.list({}, { now: Date.now() + age })).returnCode).toBe(code);
  });

  it('is compared with the virtual clock, which the Date header shows', async () => {
    const merchant = await startMerchant();
    await merchant.control('POST', '/clock', { offsetMs: 60 * MINUTES });
    const refused = await merchant.list();
    expect(refused).toMatchObject({ returnCode: '3103', returnMsg: 'Please refresh timestamp' });
    const serverTime = Date.parse(refused.headers.get('date') ?? '');
    expect(Math.abs(serverTime - (Date.now() + 60 * MINUTES))).toBeLessThan(5000);
    expect((await merchant.list({}, { now: serverTime })).returnCode).toBe('0000');
  });
});

it.each([
  ['no JSON', 'amount=1'],
  ['truncated', JSON.stringify(ORDER).slice(0, 50)],
  ['a list', '[1]'],
  ['a number', '12'],
  ['an object with a repeated name', '{"amount":"1","amount":"2"}'],
])('a body that is %s is unreadable', async (_what, rawBody) => {
  const merchant = await startMerchant();
  expect((await merchant.create({}, { rawBody })).returnCode).toBe('1001');
});
