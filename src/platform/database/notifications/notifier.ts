import { Injectable } from '@nestjs/common';
import { Database } from '../database.js';
import { CHANNEL } from './listen-connection.js';

/** A payload has to be shorter than 8000 bytes, the word before it included. */
export const MOST_BYTES = 7900;

/** Tells all processes on this database something, as a hint: whoever does not hear it has to find out by itself. */
@Injectable()
export class Notifier {
  constructor(private readonly database: Database) {}

  /**
   * A statement of its own: NOTIFY takes a lock on the whole server at commit, which no statement that writes is to wait
   * for. Each body {@link MOST_BYTES} at most.
   */
  async notify(bodies: readonly string[]): Promise<void> {
    await this.database.query('SELECT pg_notify($1, body) FROM unnest($2::text[]) AS body', [CHANNEL, bodies]);
  }
}
