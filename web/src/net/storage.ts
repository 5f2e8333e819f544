const PREFIX = 'ramp-checkout:';

/** The values of a browser without storage, such as in a private window or a frame, until the page is left. */
const unsaved = new Map<string, string>();

/** null: missing. */
export function remembered(name: string): string | null {
  return read(() => localStorage, name);
}

export function remember(name: string, value: string | null): void {
  write(() => localStorage, name, value);
}

/** False: the value is lost when the page is left. */
export const isSaved = (name: string): boolean => !unsaved.has(name);

/** Calls `listener` when another tab changes the value. Returns a function that ends it. */
export function onRemembered(name: string, listener: () => void): () => void {
  const hear = ({ key }: StorageEvent): void => {
    if (key === null || key === PREFIX + name) listener();
  };
  addEventListener('storage', hear);
  return () => removeEventListener('storage', hear);
}

/** A value in this tab's `sessionStorage`, which outlives a reload. */
export function rememberedInTab(name: string): string | null {
  return read(() => sessionStorage, name);
}

export function rememberInTab(name: string, value: string | null): void {
  write(() => sessionStorage, name, value);
}

/** The object or list in a stored text; null: none. */
export function parsedObject(text: string | null): object | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Reading `localStorage` itself throws where storage is forbidden. */
function read(storage: () => Storage, name: string): string | null {
  try {
    return unsaved.get(name) ?? storage().getItem(PREFIX + name);
  } catch {
    return unsaved.get(name) ?? null;
  }
}

function write(storage: () => Storage, name: string, value: string | null): void {
  unsaved.delete(name);
  try {
    if (value === null) storage().removeItem(PREFIX + name);
    else storage().setItem(PREFIX + name, value);
  } catch {
    if (value !== null) unsaved.set(name, value);
  }
}
