const PREFIX = 'ramp-checkout:';

/** Something kept in this browser, for other tabs and for tomorrow; null: nothing, or the browser keeps nothing. */
export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing (private windows, full disks) is no reason to fail. */
export function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, value);
  } catch {
    // Then the page forgets when it is left.
  }
}
