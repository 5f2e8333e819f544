import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Level, Logger as PinoLogger } from 'pino';
import { redact, redactText } from './redact.js';
import { currentTraceId } from './trace-context.js';

/** Names of a line that a caller's own fields may not take; such a field gets an underscore behind its name. */
const OWN_FIELDS = new Set(['time', 'level', 'msg', 'context', 'traceId']);

/** Nest announces each module and route at start; that is for debugging. */
const CHATTY_CONTEXTS = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/**
 * Writes one line of JSON for each call: `time`, `level`, `msg`, `context`, `traceId`, and the fields of every object
 * that is given; an error stands under `err`. Everything is redacted on its way.
 *
 * It stands behind Nest's own `Logger`, which is what the code uses: `new Logger('Checkout').warn('text', { field })`,
 * `.error('text', error)`.
 */
export class JsonLogger implements LoggerService {
  readonly #pino: PinoLogger;

  /** `sink`: where lines go; standard output unless given. */
  constructor(level: string, sink: DestinationStream = pino.destination({ dest: 1, sync: true })) {
    this.#pino = pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        // Errors are already reduced when they get here.
        serializers: { err: (error: unknown) => error },
      },
      sink,
    );
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.#write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.#write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.#write('warn', message, rest);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.#write('info', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.#write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.#write('trace', message, rest);
  }

  #write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const line = toLine(message, rest);
    const quieter = level === 'info' && line.context !== null && CHATTY_CONTEXTS.has(line.context) ? 'debug' : level;
    const traceId = currentTraceId();
    this.#pino[quieter](
      {
        ...(line.context === null ? {} : { context: line.context }),
        ...(traceId === null ? {} : { traceId }),
        ...line.fields,
      },
      line.text,
    );
  }
}

interface Line {
  readonly text: string;
  readonly context: string | null;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Nest hands over a message, then anything, and at the end the context; an `error` may have a stack in between. */
function toLine(message: unknown, rest: readonly unknown[]): Line {
  const last = rest.at(-1);
  const context = typeof last === 'string' ? last : null;
  const between = context === null ? rest : rest.slice(0, -1);
  const fields = Object.assign({}, ...[message, ...between].map(fieldsOf)) as Record<string, unknown>;
  return { text: redactText(textOf(message)), context, fields };
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  if (typeof message === 'object' && message !== null) {
    return 'msg' in message && typeof message.msg === 'string' ? message.msg : '';
  }
  return String(message);
}

function fieldsOf(item: unknown, index: number): Record<string, unknown> {
  if (item instanceof Error) return { err: redact(item) };
  if (typeof item === 'string') return index === 0 ? {} : { stack: redactText(item) };
  if (typeof item !== 'object' || item === null) return {};
  if (Array.isArray(item)) return { items: redact(item) };
  const entries = Object.entries(redact(item) as Record<string, unknown>);
  return Object.fromEntries(
    entries
      .filter(([name]) => index > 0 || name !== 'msg')
      .map(([name, value]) => [OWN_FIELDS.has(name) ? `${name}_` : name, value]),
  );
}
