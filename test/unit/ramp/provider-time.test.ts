import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNoTime, readProviderTime } from '#src/ramp/wire/provider-time.js';

const read = (text: string, timeZone = 'UTC') => readProviderTime(text, timeZone)?.toISOString() ?? null;

describe('the provider’s dates', () => {
  it.each([
    ['20260131 23:59:59', 'UTC', '2026-01-31T23:59:59.000Z'],
    ['2026-01-31 23:59:59', 'UTC', '2026-01-31T23:59:59.000Z'],
    ['2026-01-31 23:59:59.25', 'UTC', '2026-01-31T23:59:59.250Z'],
    ['2026-01-31T23:59:59', 'Asia/Singapore', '2026-01-31T15:59:59.000Z'],
    ['20260131 23:59:59', 'Asia/Singapore', '2026-01-31T15:59:59.000Z'],
    ['20260131 23:59:59', 'Asia/Kathmandu', '2026-01-31T18:14:59.000Z'],
    ['20260131 23:59:59', 'America/New_York', '2026-02-01T04:59:59.000Z'],
    ['20260731 23:59:59', 'America/New_York', '2026-08-01T03:59:59.000Z'],
    ['20240229 00:00:00', 'UTC', '2024-02-29T00:00:00.000Z'],
    ['20260131235959', 'Asia/Singapore', '2026-01-31T15:59:59.000Z'],
    ['2026-01-31T23:59:59Z', 'Asia/Singapore', '2026-01-31T23:59:59.000Z'],
    ['2026-01-31T23:59:59.123+08:00', 'UTC', '2026-01-31T15:59:59.123Z'],
    ['2026-01-31T23:59:59-0530', 'UTC', '2026-02-01T05:29:59.000Z'],
    ['1767225600123', 'Asia/Singapore', '2026-01-01T00:00:00.123Z'],
  ])('%s in %s', (text, timeZone, moment) => {
    expect(read(text, timeZone)).toBe(moment);
  });

  it('is the earlier moment when clocks are set back', () => {
    expect(read('20261101 01:30:00', 'America/New_York')).toBe('2026-11-01T05:30:00.000Z');
    expect(read('20261025 02:30:00', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z');
  });

  it('moves a time that does not exist on by the gap', () => {
    expect(read('20260308 02:30:00', 'America/New_York')).toBe('2026-03-08T07:30:00.000Z');
    expect(read('20260329 02:30:00', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z');
  });

  it.each([
    '',
    '20260230 00:00:00',
    '20251301 00:00:00',
    '20260131 24:00:00',
    '20260131 23:60:00',
    '20260131',
    '2026-0131 00:00:00',
    '20260131 23:59:59 ',
    '00000000 00:00:00',
    '19700101 00:00:00',
    '22000101 00:00:00',
    '2026-01-31T23:59:59+15:00',
    '2026-01-31T23:59:59+01:60',
    '176722560012',
    '0767225600123',
    '20260230000000',
    '20260131240000',
    '31.01.2026 23:59:59',
    'null',
  ])('cannot read %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it.each(['UTC', 'Asia/Singapore', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/St_Johns'])(
    'inverts local times in %s',
    (timeZone) => {
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
      const seconds = fc.integer({ min: Date.UTC(2001) / 1000, max: Date.UTC(2100) / 1000 });
      fc.assert(
        fc.property(seconds, (second) => {
          const moment = second * 1000;
          const shown = clock.format(moment);
          const seen = readProviderTime(shown, timeZone)?.getTime() ?? Number.NaN;
          expect(readProviderTime(shown.replaceAll('-', ''), timeZone)?.getTime()).toBe(seen);
          // Twice a year a local time means two moments, at most an hour apart: the earlier one is expected.
          expect(clock.format(seen)).toBe(shown);
          expect(moment - seen === 0 || (moment - seen > 0 && moment - seen <= 3_600_000)).toBe(true);
        }),
      );
    },
  );

  it.each([
    '0',
    '00',
    '-',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '00000000 00:00:00',
    '0000-00-00T00:00:00Z',
    '1970-01-01',
    '1970-01-01 00:00:00',
    '1970-01-01 08:00:00',
    '19700101 00:00:00',
    '1970-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00',
    '1900-01-01 00:00:00',
    '9999-12-31 23:59:59',
    '-62135596800000',
    '-1',
  ])('%j means no date', (text) => expect([read(text), isNoTime(text, 'Asia/Singapore')]).toEqual([null, true]));

  it.each(['', '20260131 23:59:59', '20260230 00:00:00', 'yesterday', '1', '176722560012', '31.01.1970 00:00:00'])(
    '%j does not mean that',
    (text) => expect(isNoTime(text, 'UTC')).toBe(false),
  );
});
