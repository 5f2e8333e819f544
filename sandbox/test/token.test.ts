import { expect, it } from 'vitest';
import { startMerchant } from './support/merchant.js';

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

it('refuses a token request without a user or signature', async () => {
  const merchant = await startMerchant();
  expect((await merchant.token({})).returnCode).toBe('1001');
  expect((await merchant.token({ email: 'a@example.com' }, { secret: 'wrong' })).returnCode).toBe('1002');
});
