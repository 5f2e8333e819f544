const PREFIX = 'ramp-checkout:';

/** The values of a browser without storage, such as in a private window or a frame, until the page is left. */
const unsaved = new Map<string, string>();

/** null: missing. */
export function remembered(name: string): string | null {
  try {
    return unsaved.get(name) ?? localStorage.getItem(PREFIX + name);
  } catch {
    return unsaved.get(name) ?? null;
  }
}

export function remember(name: string, value: string | null): void {
  unsaved.delete(name);
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    if (value !== null) unsaved.set(name, value);
  }
}
