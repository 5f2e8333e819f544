import { describe, expect, it } from 'vitest';
import { isDatabaseAway } from '#src/platform/database/database-errors.js';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

describe('isDatabaseAway', () => {
  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'ENOTFOUND',
    'EAI_AGAIN',
    'EPROTO',
    'ERR_SSL_WRONG_VERSION_NUMBER',
    'ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC',
  ])('network: %s', (code) => {
    expect(isDatabaseAway(coded(code))).toBe(true);
  });

  it.each(['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300', '53200', '25006', '55P03', '57014', '40001'])(
    'Postgres: %s',
    (code) => {
      expect(isDatabaseAway(coded(code))).toBe(true);
      expect(isDatabaseAway(Object.assign(new Error('wrapped'), { driverError: coded(code) }))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])('pg says: %s', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true);
  });

  it('several addresses were tried', () => {
    const error = Object.assign(new AggregateError([coded('ECONNREFUSED')], ''), { code: 'ECONNREFUSED' });
    expect(isDatabaseAway(error)).toBe(true);
  });

  it.each(['23505', '22P02', '42P01', '42703', '57', '08', 'ERR_ASSERTION', 'EACCES'])('not away: %s', (code) => {
    expect(isDatabaseAway(coded(code))).toBe(false);
  });

  it.each([[new TypeError('x is not a function')], ['ECONNREFUSED'], [null], [undefined], [{ code: 'ECONNREFUSED' }]])(
    'not away: %s',
    (error) => {
      expect(isDatabaseAway(error)).toBe(false);
    },
  );
});
