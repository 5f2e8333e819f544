/** See last-lines.mjs. */
export class LastLines {
  onLine: (line: string) => void;
  constructor(keep: number);
  add(text: string): void;
  all(): string[];
}
