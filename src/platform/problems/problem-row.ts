import { NO_PERCENT } from '../terms/decimal.js';

type MemberSchema = Readonly<Record<string, unknown>>;

/** A member of a problem beside those that all have. */
export interface Member {
  readonly schema: MemberSchema;
  readonly always: boolean;
}

const text = (description: string, example: string): MemberSchema => ({
  type: 'string',
  description,
  examples: [example],
});
const textOrNull = (description: string, example: string): MemberSchema => ({
  ...text(description, example),
  type: ['string', 'null'],
});
const always = (schema: MemberSchema): Member => ({ schema, always: true });
const sometimes = (schema: MemberSchema): Member => ({ schema, always: false });

const bound = (which: string, example: string): MemberSchema => ({
  ...textOrNull(`The ${which} amount, in fiat for a purchase, in crypto for a sale; null: it is not known.`, example),
  format: 'decimal',
});

const ERRORS: MemberSchema = {
  type: 'array',
  description: 'The wrong fields, at most 50.',
  items: {
    type: 'object',
    required: ['field', 'message'],
    properties: {
      field: text('Path of the field in the body, or name of the parameter or header.', 'quote.tolerancePercent'),
      message: text('The fault, in English.', NO_PERCENT),
    },
  },
};

const RAMP: MemberSchema = {
  type: 'object',
  description: "The provider's message. For staff and servers only.",
  required: ['returnCode', 'returnMsg', 'traceId'],
  properties: {
    returnCode: textOrNull('The provider\u2019s code; null: it gave none.', '3102'),
    returnMsg: textOrNull('The provider\u2019s words; null: it had none.', 'Quote amount exceed the range'),
    traceId: textOrNull('The provider\u2019s name of its answer; null: it gave none.', '5f2b1c9e'),
  },
};

const NUMBER = text('The order that this is about; its number may be used again.', 'A-1001');
const NUMBERS: MemberSchema = {
  type: 'array',
  description: 'The orders that this is about, at most 100 of them.',
  examples: [['A-1001', 'A-1002']],
  items: text('The number of an order.', 'A-1001'),
};
const QUOTE: MemberSchema = {
  description: 'The price of now; null: there is none.',
  anyOf: [{ $ref: '#/components/schemas/Quote' }, { type: 'null' }],
};

/** Where a provider's answer, or its absence, is behind a problem. */
export const OF_PROVIDER = { merchantOrderNo: sometimes(NUMBER), ramp: sometimes(RAMP) };
export const OF_FIELD = { errors: always(ERRORS) };
export const MAYBE_OF_FIELD = { errors: sometimes(ERRORS) };
export const OF_ORDERS = { merchantOrderNos: always(NUMBERS) };
export const OF_RANGE = { min: always(bound('smallest', '15')), max: always(bound('largest', '2000')) };
export const OF_PAUSE = {
  merchantOrderNo: sometimes(NUMBER),
  until: always({
    ...textOrNull('When the pause ends; null: it is not known.', '2026-01-31T12:00:00.000Z'),
    format: 'date-time',
  }),
};
export const OF_QUOTE = { merchantOrderNo: always(NUMBER), quote: always(QUOTE) };

export interface FieldError {
  readonly field: string;
  readonly message: string;
}

type Texts = Readonly<Record<string, string | ((...given: never[]) => string)>>;

interface RowDetails<T extends Texts> {
  /** Each `detail` by name; none says whether another caller's order exists. The first is the example's. */
  readonly texts: T;
  readonly members?: Readonly<Record<string, Member>>;
  /** Of the example: what its text takes, the field that it is about, and its further members. */
  readonly sample?: readonly unknown[];
  readonly field?: string;
  readonly fault?: string;
  readonly shown?: Readonly<Record<string, unknown>>;
}

export interface ProblemRow<T extends Texts = Texts> {
  readonly status: number;
  readonly title: string;
  /** The caller's next step, in Markdown, for docs/errors.md. */
  readonly next: string;
  readonly texts: T;
  readonly members: Readonly<Record<string, Member>>;
  readonly example: {
    readonly detail: string;
    readonly errors?: readonly FieldError[];
    readonly members?: Readonly<Record<string, unknown>>;
  };
}

export function row<T extends Texts>(status: number, title: string, next: string, rest: RowDetails<T>): ProblemRow<T> {
  const { texts, members = {}, sample = [], field, shown } = rest;
  const [first] = Object.values(texts) as (string | ((...given: unknown[]) => string))[];
  const detail = typeof first === 'function' ? first(...sample) : (first ?? '');
  const errors = field === undefined ? {} : { errors: [{ field, message: rest.fault ?? detail }] };
  const example = { detail, ...errors, ...(shown === undefined ? {} : { members: shown }) };
  return { status, title, next, texts, members, example };
}
