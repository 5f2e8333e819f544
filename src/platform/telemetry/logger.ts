import type { LoggerService } from '@nestjs/common';
import { pino } from 'pino';
import type { DestinationStream, Level, Logger as PinoLogger } from 'pino';
import { redact, redactText } from '../redaction/for-log.js';
import { currentTraceId } from './trace-context.js';

/** Reserved field names; a caller's field with such a name gets an underscore appended. */
const OWN_FIELDS = new Set(['time', 'level', 'msg', 'context', 'traceId']);

/** Nest announces each module and route at start, which is for debugging only. */
const CHATTY_CONTEXTS = new Set(['InstanceLoader', 'RoutesResolver', 'RouterExplorer']);

/** One redacted line of JSON per call: `time`, `level`, `msg`, `context`, `traceId`, passed fields, and `err`. */
export class JsonLogger implements LoggerService {
  readonly #pino: PinoLogger;
  readonly fatal = this.#at('fatal');
  readonly error = this.#at('error');
  readonly warn = this.#at('warn');
  readonly log = this.#at('info');
  readonly debug = this.#at('debug');
  readonly verbose = this.#at('trace');

  constructor(level: string, sink: DestinationStream = pino.destination({ dest: 1, sync: true })) {
    this.#pino = pino(
      {
        level,
        base: null,
        timestamp: pino.stdTimeFunctions.isoTime,
        formatters: { level: (label) => ({ level: label }) },
        // Errors are already reduced here.
        serializers: { err: (error: unknown) => error },
      },
      sink,
    );
  }

  #at(level: Level): (message: unknown, ...rest: unknown[]) => void {
    return (message, ...rest) => {
      this.#write(level, message, rest);
    };
  }

  #write(level: Level, message: unknown, rest: readonly unknown[]): void {
    // Nest passes a message, any number of values, and the context last; `error` may have a stack in between.
    const last = rest.at(-1);
    const context = typeof last === 'string' ? last : null;
    const quieter = level === 'info' && context !== null && CHATTY_CONTEXTS.has(context) ? 'debug' : level;
    if (!this.#pino.isLevelEnabled(quieter)) return;
    const traceId = currentTraceId();
    const fields: Record<string, unknown> = {};
    if (context !== null) fields['context'] = context;
    if (traceId !== null) fields['traceId'] = traceId;
    addFields(fields, message, true);
    for (const item of context === null ? rest : rest.slice(0, -1)) addFields(fields, item, false);
    this.#pino[quieter](fields, redactText(textOf(message)));
  }
}

function textOf(message: unknown): string {
  if (message instanceof Error) return message.message;
  if (typeof message === 'object' && message !== null) {
    return 'msg' in message && typeof message.msg === 'string' ? message.msg : '';
  }
  return String(message);
}

function addFields(fields: Record<string, unknown>, item: unknown, isMessage: boolean): void {
  if (item instanceof Error) fields['err'] = redact(item);
  else if (typeof item === 'string') {
    if (!isMessage) fields['stack'] = redactText(item);
  } else if (Array.isArray(item)) fields['items'] = redact(item);
  else if (typeof item === 'object' && item !== null) {
    for (const [name, value] of Object.entries(redact(item) as Record<string, unknown>)) {
      if (!isMessage || name !== 'msg') fields[OWN_FIELDS.has(name) ? `${name}_` : name] = value;
    }
  }
}
