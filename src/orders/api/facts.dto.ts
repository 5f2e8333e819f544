import { ApiProperty } from '@nestjs/swagger';
import { factOf } from '../../ramp/port/trade-facts.js';
import type { FactName } from '../../ramp/port/trade-facts.js';

const FORMATS = { decimal: { format: 'decimal' }, moment: { format: 'date-time' }, text: {} } as const;

type Class<T> = new () => T;

/** `base` with these of a trade's facts, documented as the list of facts says. */
export function withFacts<N extends FactName, T extends object>(
  names: readonly N[],
  base: Class<T>,
): Class<T & { [K in N]: string | null }> {
  class WithFacts extends (base as Class<object>) {}
  for (const name of names) {
    const { form, is: description, example } = factOf(name);
    ApiProperty({ type: String, ...FORMATS[form], nullable: true, example, description })(WithFacts.prototype, name);
  }
  return WithFacts as Class<T & { [K in N]: string | null }>;
}
