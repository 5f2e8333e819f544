import { ApiProperty } from '@nestjs/swagger';
import type { Class, Field, Fields, ShownFields } from '../../platform/http/answers/shape.js';
import { factOf } from '../../ramp/port/trade-facts.js';
import type { FactName } from '../../ramp/port/trade-facts.js';

const FORMATS = { decimal: { format: 'decimal' }, moment: { format: 'date-time' }, text: {} } as const;

/** Fields for these facts, documented from the list of facts. */
export function factFields<N extends FactName>(names: readonly N[]): { [K in N]: Field<string | null> } {
  const fields = names.map((name) => {
    const { form, is: description, example } = factOf(name);
    const schema = { type: String, ...FORMATS[form], nullable: true, example, description };
    return [name, { schema, write: (value: string | null) => value }];
  });
  return Object.fromEntries(fields) as { [K in N]: Field<string | null> };
}

/** `base` with further fields, documented in this order. */
export function withFields<F extends Fields, T extends object>(fields: F, base: Class<T>): Class<T & ShownFields<F>> {
  class WithFields extends (base as Class<object>) {}
  for (const [name, { schema }] of Object.entries(fields)) ApiProperty(schema)(WithFields.prototype, name);
  return WithFields as Class<T & ShownFields<F>>;
}
