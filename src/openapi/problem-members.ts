import { NO_PERCENT } from '../platform/http/input/decimal.decorator.js';
import type { ProblemCode } from '../platform/shared/problem.js';
import type { JsonSchema } from './json-schema.js';

/** A member of a problem beside those that all have. */
interface Member {
  readonly schema: JsonSchema;
  /** It is always there; else it may be missing. */
  readonly always: boolean;
}

const text = (description: string, example: string): JsonSchema => ({
  type: 'string',
  description,
  examples: [example],
});
const textOrNull = (description: string, example: string): JsonSchema => ({
  ...text(description, example),
  type: ['string', 'null'],
});
const always = (schema: JsonSchema): Member => ({ schema, always: true });
const sometimes = (schema: JsonSchema): Member => ({ schema, always: false });

const bound = (which: string, example: string): JsonSchema => ({
  ...textOrNull(`The ${which} amount, in fiat for a purchase, in crypto for a sale; null: it is not known.`, example),
  format: 'decimal',
});

const ERRORS: JsonSchema = {
  type: 'array',
  description: 'What is wrong, field by field; at most 50 of them.',
  items: {
    type: 'object',
    required: ['field', 'message'],
    properties: {
      field: text('Path of the field in the body, or name of the parameter or header.', 'quote.tolerancePercent'),
      message: text('What is wrong with it, in English.', NO_PERCENT),
    },
  },
};

const RAMP: JsonSchema = {
  type: 'object',
  description: 'What the provider said. For staff and servers: customers never get it.',
  required: ['returnCode', 'returnMsg', 'traceId'],
  properties: {
    returnCode: textOrNull('The provider\u2019s code; null: it gave none.', '3102'),
    returnMsg: textOrNull('The provider\u2019s words; null: it had none.', 'Quote amount exceed the range'),
    traceId: textOrNull('The provider\u2019s name of its answer; null: it gave none.', '5f2b1c9e'),
  },
};

const NUMBER = text('The order that this is about; its number may be used again.', 'A-1001');
const NUMBERS: JsonSchema = {
  type: 'array',
  description: 'The orders that this is about, at most 100 of them.',
  examples: [['A-1001', 'A-1002']],
  items: text('The number of an order.', 'A-1001'),
};
const QUOTE: JsonSchema = {
  description: 'The price of now; null: there is none.',
  anyOf: [{ $ref: '#/components/schemas/Quote' }, { type: 'null' }],
};

const ramp = sometimes(RAMP);
const merchantOrderNo = sometimes(NUMBER);
/** Where a provider's answer, or its absence, is behind a problem. */
const ofProvider = { merchantOrderNo, ramp };

/** It is about one field, or more, which are named. */
const ofField = { errors: always(ERRORS) };

/** What the problems of a code have beside the members that all problems have. */
export const PROBLEM_MEMBERS: Readonly<Partial<Record<ProblemCode, Readonly<Record<string, Member>>>>> = {
  invalid_request: { errors: sometimes(ERRORS), ...ofProvider },
  order_not_ended: { merchantOrderNos: always(NUMBERS) },
  merchant_order_no_conflict: { errors: sometimes(ERRORS) },
  amount_precision: ofField,
  amount_out_of_range: {
    min: always(bound('smallest', '15')),
    max: always(bound('largest', '2000')),
    ...ofField,
    ...ofProvider,
  },
  crypto_not_available: { ...ofField, ...ofProvider },
  pay_way_not_available: { ...ofField, ...ofProvider },
  address_invalid: { ...ofField, ...ofProvider },
  address_at_risk: { ...ofField, ...ofProvider },
  memo_required: ofField,
  redirect_not_allowed: ofField,
  quote_moved: { merchantOrderNo: always(NUMBER), quote: always(QUOTE) },
  ramp_configuration: { errors: sometimes(ERRORS), ...ofProvider },
  ramp_refused: ofProvider,
  ramp_protocol: ofProvider,
  ramp_unavailable: ofProvider,
};
