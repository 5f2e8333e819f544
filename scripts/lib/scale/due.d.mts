export class DueQueue<T extends { dueAt: number; turn: number }> {
  add(trade: T): void;
  next(): number;
  take(now: number): T | null;
}
