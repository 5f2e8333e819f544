import { expect, it } from 'vitest';
import { startMerchant, PATHS } from './support/merchant.js';
import type { Answer, Merchant } from './support/merchant.js';

const DAY = 86_400_000;

interface Issued {
  readonly id: string;
  readonly accessToken: string;
  readonly email: string;
}

it('each end user has one token until it expires after 10 days', async () => {
  const merchant = await startMerchant();
  const ask = async (fields: Record<string, string>, now = Date.now()): Promise<Issued> =>
    (await merchant.token(fields, { now })).data as Issued;

  const first = await ask({ email: 'a@example.com' });
  expect(first).toEqual({
    id: expect.stringMatching(/^\d+$/) as string,
    accessToken: expect.stringMatching(/^.{32,}$/) as string,
    email: 'a@example.com',
  });
  expect(await ask({ email: 'a@example.com' })).toEqual(first);
  expect((await ask({ email: 'b@example.com' })).accessToken).not.toBe(first.accessToken);
  expect(await ask({ uid: 'u-1' })).toMatchObject({ email: '' });

  await merchant.control('POST', '/clock', { offsetMs: 9.9 * DAY });
  expect(await ask({ email: 'a@example.com' }, Date.now() + 9.9 * DAY)).toEqual(first);
  await merchant.control('POST', '/clock', { offsetMs: 10 * DAY });
  expect((await ask({ email: 'a@example.com' }, Date.now() + 10 * DAY)).accessToken).not.toBe(first.accessToken);
});

it('an issued token makes orders until it expires or is cleared', async () => {
  const merchant = await startMerchant();
  const { accessToken } = (await merchant.token({ email: 'a@example.com' })).data as Issued;
  const options = { headers: { 'access-token': accessToken } };
  expect((await merchant.create({}, options)).returnCode).toBe('0000');

  await merchant.control('POST', '/clock', { offsetMs: 10 * DAY });
  const later = { ...options, now: Date.now() + 10 * DAY };
  expect(await merchant.create({}, later)).toMatchObject({ returnCode: '1003', returnMsg: 'Invalid access token' });

  await merchant.control('POST', '/clock', { offsetMs: 0 });
  expect((await merchant.create({}, options)).returnCode).toBe('0000');
  await merchant.control('DELETE', '/tokens');
  expect((await merchant.create({}, options)).returnCode).toBe('1003');
  expect((await merchant.create()).returnCode).toBe('0000');
});

const TOKEN = /^ACCESS_.{32}$/;
const created = async (merchant: Merchant, token: string): Promise<Answer> =>
  merchant.create({}, { headers: { 'access-token': token } });

it.each([
  ['data.accessToken', (answer: Answer) => (answer.data as Record<string, unknown>)['accessToken']],
  ['data.token.value', (answer: Answer) => (answer.data as { token: { value: string } }).token.value],
  ['data', (answer: Answer) => answer.data],
  ['access_token', (answer: Answer) => answer.envelope['access_token']],
  ['result.token', (answer: Answer) => (answer.envelope['result'] as { token: string }).token],
] as const)('the token is returned in %s and is valid', async (tokenAnswer, read) => {
  const merchant = await startMerchant({ tokenAnswer });
  const answer = await merchant.token({ email: 'a@example.com' });
  expect(read(answer)).toMatch(TOKEN);
  expect('returnCode' in answer.envelope).toBe(tokenAnswer.startsWith('data'));
  expect((await created(merchant, String(read(answer)))).returnCode).toBe('0000');
});

it('may be requested by GET, at another path, by another field', async () => {
  const merchant = await startMerchant({ tokenMethod: 'GET', tokenPath: '/oauth/token', tokenIdentity: 'userId' });
  const ask = (fields: Record<string, string>) => merchant.send('GET', '/oauth/token', fields);
  expect((await ask({ email: 'a@example.com' })).returnCode).toBe('1001');
  const [one, same, other] = [await ask({ userId: 'u1' }), await ask({ userId: 'u1' }), await ask({ userId: 'u2' })];
  expect(one.data).toMatchObject({ accessToken: expect.stringMatching(TOKEN) as string });
  expect(same.data).toEqual(one.data);
  expect(other.data).not.toEqual(one.data);
  expect((await merchant.token({ userId: 'u1' })).returnCode).toBe('3107');
  expect((await merchant.send('POST', '/oauth/token', { userId: 'u1' })).returnCode).toBe('3107');
});

it('may be the only valid token, and is refused with the configured code and status', async () => {
  const merchant = await startMerchant({ fixedToken: false, tokenRefusedCode: '3109', tokenRefusedHttpStatus: 401 });
  expect(await merchant.create()).toMatchObject({ status: 401, returnCode: '3109', data: null });
  const { accessToken } = (await merchant.token({ uid: 'u' })).data as { accessToken: string };
  expect((await created(merchant, accessToken)).returnCode).toBe('0000');
  await merchant.control('DELETE', '/tokens');
  expect((await created(merchant, accessToken)).returnCode).toBe('3109');
  expect(await merchant.orders()).toHaveLength(1);
  expect(PATHS.token).toContain('/open/api/v3/');
});
