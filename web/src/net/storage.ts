const PREFIX = 'ramp-checkout:';

/** A value in `localStorage`; null: missing, or no storage. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** Ignores a browser without storage (private window, full disk). */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Then the page forgets the value on reload.
  }
}
