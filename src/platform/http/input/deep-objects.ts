const DEEP = /^([A-Za-z]\w*)\[([^[\]]*)\]$/;

/**
 * Collects parameters such as `metadata[cart]=8841` into one object, as OpenAPI's `deepObject` defines. Beside a plain
 * parameter of the same name they stay as they are, and validation refuses them.
 */
export function withDeepObjects(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const deep = new Map<string, [string, unknown][]>();
  const plain: [string, unknown][] = [];
  for (const [parameter, value] of Object.entries(query)) {
    const [, name, member] = DEEP.exec(parameter) ?? [];
    if (name === undefined || member === undefined || name in query) plain.push([parameter, value]);
    else deep.set(name, [...(deep.get(name) ?? []), [member, value]]);
  }
  // fromEntries makes even `__proto__` an own member, which the check of names then finds.
  const objects = [...deep].map(([name, members]): [string, unknown] => [name, Object.fromEntries(members)]);
  return Object.fromEntries<unknown>([...plain, ...objects]);
}
