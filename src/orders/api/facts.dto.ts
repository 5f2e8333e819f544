import { ApiProperty } from '@nestjs/swagger';
import { factOf } from '../../ramp/port/trade-facts.js';
import type { FactName } from '../../ramp/port/trade-facts.js';

const FORMATS = { decimal: { format: 'decimal' }, moment: { format: 'date-time' }, text: {} } as const;

/** A class that documents these of a trade's facts. `except`: further words on some of them. */
export function factsDto<N extends FactName>(
  names: readonly N[],
  further: Partial<Record<N, string>> = {},
): new () => { [K in N]: string | null } {
  class FactsDto extends Object {}
  for (const name of names) {
    const { form, is, example } = factOf(name);
    const description = [is, further[name] ?? ''].join(' ').trim();
    ApiProperty({ type: String, ...FORMATS[form], nullable: true, example, description })(FactsDto.prototype, name);
  }
  return FactsDto as unknown as new () => { [K in N]: string | null };
}
