import { ApiProperty } from '@nestjs/swagger';
import type { Class, Field } from '../../platform/http/answers/shape.js';
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

export function withFacts<N extends FactName, T extends object>(
  names: readonly N[],
  base: Class<T>,
): Class<T & { [K in N]: string | null }> {
  class WithFacts extends (base as Class<object>) {}
  for (const [name, { schema }] of Object.entries<Field<string | null>>(factFields(names))) {
    ApiProperty(schema)(WithFacts.prototype, name);
  }
  return WithFacts as Class<T & { [K in N]: string | null }>;
}
