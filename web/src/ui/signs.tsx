/** Decorative icons, hidden from screen readers. */
const PATHS = {
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  info: 'M12 11v6M12 7.5v.01M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  warn: 'M12 9v4.5M12 17v.01M10.3 4.3 2.6 17.6A2 2 0 0 0 4.3 20.6h15.4a2 2 0 0 0 1.7-3L13.7 4.3a2 2 0 0 0-3.4 0Z',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  globe: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM3.5 9.5h17M3.5 14.5h17M12 3c-5 5-5 13 0 18 5-5 5-13 0-18Z',
  down: 'M6 9.5l6 6 6-6',
  out: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  search: 'M20 20l-4.5-4.5M17.5 10.5a7 7 0 1 1-14 0 7 7 0 0 1 14 0Z',
  lock: 'M7 11V8a5 5 0 0 1 10 0v3M6 11h12v9H6z',
  clock: 'M12 7v5l3.5 2M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
  again: 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 13',
  back: 'M9 14.5l-5-5 5-5M4 9.5h10.5a5.25 5.25 0 0 1 0 10.5H11',
  offline: 'M3 3l18 18M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 5-2.7M19 12a10 10 0 0 0-4-2.4M12 19v.01',
} as const;

export type SignName = keyof typeof PATHS;

export function Sign({ name, class: more = '' }: { readonly name: SignName; readonly class?: string }) {
  return (
    <svg class={`sign sign--${name} ${more}`} viewBox="0 0 24 24" fill="none" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round" />
    </svg>
  );
}
