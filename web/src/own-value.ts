/** The value of `code`, if there is one. Codes come from outside and may be `constructor`. */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, code: string | null): Value | undefined {
  return code !== null && Object.hasOwn(values, code) ? values[code] : undefined;
}
