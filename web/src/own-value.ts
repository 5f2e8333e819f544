/** What stands for `code`, if anything does. Codes come from outside: `constructor` may be one of them. */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, code: string): Value | undefined {
  return Object.hasOwn(values, code) ? values[code] : undefined;
}
