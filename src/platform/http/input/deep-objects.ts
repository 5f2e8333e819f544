const DEEP = /^([A-Za-z]\w*)\[([^[\]]*)\]$/;

/**
 * A query whose parameters such as `metadata[cart]=8841` stand for members of one object, as OpenAPI's `deepObject` says.
 * Beside a plain parameter of the same name they are left as they came, to be refused.
 */
export function withDeepObjects(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const deep = new Map<string, [string, unknown][]>();
  const plain: [string, unknown][] = [];
  for (const [parameter, value] of Object.entries(query)) {
    const [, name, member] = DEEP.exec(parameter) ?? [];
    if (name === undefined || member === undefined || name in query) plain.push([parameter, value]);
    else deep.set(name, [...(deep.get(name) ?? []), [member, value]]);
  }
  // Also a member called `__proto__` is one of its own here, which the check of names then finds.
  const objects = [...deep].map(([name, members]): [string, unknown] => [name, Object.fromEntries(members)]);
  return Object.fromEntries<unknown>([...plain, ...objects]);
}
