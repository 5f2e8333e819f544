import { plainToInstance } from 'class-transformer';
import { Allow, IsDefined, IsInt, IsOptional, IsString, MaxLength, ValidateIf, validateSync } from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CryptosQueryDto, QuoteRequestDto } from '#src/catalog/catalog.dto.js';
import { CheckoutLinkRequestDto, CheckoutRequestDto, RetryRequestDto } from '#src/checkout/checkout.dto.js';
import { passesQuickly } from '#src/platform/http/input/quick-rules.js';

const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, stopAtFirstError: true };

const judges = (object: object): boolean => validateSync(object, OPTIONS).length === 0;

const TERMS = { fiat: 'USD', amount: '100.00', crypto: 'USDT', network: 'ETH', country: 'US', payWayCode: '10001' };
const REQUEST = {
  ...{ ...TERMS, merchantOrderNo: 'A-1', address: '0x52908400098527886E0F7030069857D2E4169EE7', memo: 'm 1' },
  ...{
    redirectUrl: 'https://shop.example/',
    failRedirectUrl: '',
    merchantName: 'A shop',
    accessToken: 't-1',
    link: 'l',
  },
  ...{ metadata: { cart: '1' }, quote: { cryptoQuantity: '9.9' }, customer: { id: 'c-1', email: 'jane@example.com' } },
};

const DTOS = [
  { of: CheckoutRequestDto, full: REQUEST },
  { of: CheckoutLinkRequestDto, full: { ...TERMS, expiresIn: 3600 } },
  { of: QuoteRequestDto, full: { ...TERMS, side: 'BUY' } },
  { of: CryptosQueryDto, full: { fiat: 'EUR', side: 'SELL' } },
  { of: RetryRequestDto, full: { payWayCode: '1', after: 'A-1' } },
];

/** Values that some rule accepts and another refuses. */
const ODD = ['', ' ', '1', '-1', '1e3', 'USD', 'usd', 'ü', 'x'.repeat(3000), 'a\nb', 0, 1.5, -1, true, null, undefined]
  .concat([[], ['1'], {}, { id: 1 }, { cryptoQuantity: '1' }, { cart: 1 }] as never[])
  .map((value) => fc.constant<unknown>(value));

/** The full body with some fields left out, some replaced and perhaps an unknown one. */
const bodies = (full: Readonly<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.subarray(Object.entries(full)),
      fc.dictionary(fc.constantFrom(...Object.keys(full)), fc.oneof(...ODD, fc.string()), { maxKeys: 2 }),
      fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.constant({ other: '1' }) }),
    )
    .map(([kept, replaced, more]) => ({ ...Object.fromEntries(kept), ...replaced, ...more }));

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

describe('quick rules', () => {
  it.each(DTOS)('give the verdict of class-validator: $of.name', ({ of, full }) => {
    const seen = { passed: 0, failed: 0 };
    const given = fc.oneof(bodies(full), fc.constantFrom(full));
    fc.assert(
      fc.property(given, (body) => {
        const dto = plainToInstance(of as new () => object, body);
        const verdict = judges(dto);
        seen[verdict ? 'passed' : 'failed'] += 1;
        const { quote, customer } = dto as Record<string, unknown>;
        expect(passesQuickly(dto)).toBe(verdict && !isNested(quote) && !isNested(customer));
      }),
      { numRuns: 1000 },
    );
    expect(Math.min(seen.passed, seen.failed)).toBeGreaterThan(20);
  });

  it('leave rules that they do not know to class-validator', () => {
    class Each {
      @IsString({ each: true })
      names!: string[];
    }
    class Conditional {
      @MaxLength(3, { validateIf: () => false })
      name!: string;
    }
    class Defined {
      @IsDefined()
      name!: string;
    }
    class Allowed {
      @Allow()
      name!: string;
    }
    const accepted = [
      plainToInstance(Each, { names: ['a'] }),
      plainToInstance(Conditional, { name: 'long' }),
      plainToInstance(Allowed, { name: 1 }),
    ];
    expect(accepted.map(judges)).toEqual([true, true, true]);
    const others = [plainToInstance(Defined, { name: null }), plainToInstance(Each, { names: [1] }), {}];
    expect([...accepted, ...others].map(passesQuickly)).toEqual([...accepted, ...others].map(() => false));
  });

  it('heed conditions, inheritance and default values', () => {
    class Base {
      @IsString()
      kind!: string;

      @ValidateIf(({ kind }: Base) => kind === 'a')
      @IsInt()
      count?: number;
    }
    class Derived extends Base {
      @IsOptional()
      @IsString()
      note: string | null = 'none';
    }
    const given = [
      { kind: 'a', count: 1 },
      { kind: 'a', count: '1' },
      { kind: 'b', count: '1' },
      { kind: 'a' },
      { kind: 'b', note: null },
      { kind: 'b', note: 1 },
      { count: 1 },
    ].map((body) => plainToInstance(Derived, body));
    expect(given.map(passesQuickly)).toEqual([true, false, true, false, true, false, false]);
    expect(given.map(judges)).toEqual(given.map(passesQuickly));
  });
});
