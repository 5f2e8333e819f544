import type { Evidence } from '../port/ramp.errors.js';
import { MASKED, maskEmail, maskText, withoutQuery, withoutToken } from '../../platform/redaction/forms.js';
import { visibilityOf } from '../../platform/redaction/sensitive-fields.js';
import { WireNumber, isWireList } from './wire.js';
import type { WireAnswer, WireValue } from './wire.js';

const MOST_BYTES = 16 * 1024;
const DEEPEST = 8;
const LONGEST_STRING = 1024;
const LONGEST_NAME = 100;
const LONGEST_TEXT = 300;
const LEFT_OUT = '[left out]';
/** Answers have a handful; more would make masking slow. */
const MOST_SENSITIVE_VALUES = 32;

/** Masks sensitive fields by name at any depth, and in all texts their values, `secrets` and e-mail addresses. */
export function collectEvidence(
  endpoint: Evidence['endpoint'],
  sent: Readonly<Record<string, unknown>>,
  answer: WireAnswer | null,
  traceId: string | null,
  secrets: readonly string[],
): Evidence {
  return {
    endpoint,
    sent: maskSent(sent, secrets),
    seen: answer === null ? null : maskSeen(answer, secrets),
    httpStatus: answer?.status ?? null,
    traceId: traceId === null ? null : maskText(traceId, secrets, LONGEST_STRING),
    answeredAt: readHttpDate(answer?.date ?? null),
  };
}

function maskSent(sent: Readonly<Record<string, unknown>>, secrets: readonly string[]): Record<string, unknown> {
  const fields = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(fields.map(([name, value]) => [name, maskSentValue(name, value, secrets)]));
}

function maskSentValue(name: string, value: unknown, secrets: readonly string[]): unknown {
  if (typeof value !== 'string') return value;
  const { sent } = visibilityOf(name);
  if (sent === undefined) return maskText(value, secrets, LONGEST_STRING);
  return sent === 'without token' ? withoutToken(value) : withoutQuery(value);
}

export function maskSeen({ body, shown }: Pick<WireAnswer, 'body' | 'shown'>, secrets: readonly string[]): unknown {
  if (body === null) return { text: '[too large or not readable]' };
  if (body.length === 0) return null;
  if (shown !== null) {
    const sensitive = sensitiveTexts(shown.json, 0).slice(0, MOST_SENSITIVE_VALUES);
    return new MaskedCopy([...secrets, ...sensitive]).of(shown.json);
  }
  return { text: maskText(new TextDecoder().decode(body), secrets, LONGEST_TEXT) };
}

const isSensitiveName = (name: string): boolean => visibilityOf(name).answered !== undefined;

/** Other texts may repeat them, such as a refusal reason that names the payee. Numbers count by their digits. */
function sensitiveTexts(value: WireValue, depth: number, isSensitive = false): string[] {
  if (isSensitive && typeof value === 'string') return [value];
  if (isSensitive && value instanceof WireNumber) return [value.digits];
  if (depth >= DEEPEST || typeof value !== 'object' || value === null || value instanceof WireNumber) return [];
  if (isWireList(value)) return value.flatMap((item) => sensitiveTexts(item, depth + 1, isSensitive));
  return Object.entries(value).flatMap(([name, part]) =>
    sensitiveTexts(part, depth + 1, isSensitive || isSensitiveName(name)),
  );
}

/** Bounded in size, with a mark where something was left out. */
class MaskedCopy {
  // Reserves space for the marks at the end of open lists and records.
  private room = MOST_BYTES - 1024;

  constructor(private readonly secrets: readonly string[]) {}

  of(value: WireValue, depth = 0): unknown {
    if (value === null || typeof value === 'boolean') return this.charged(value);
    if (typeof value === 'string') return this.charged(this.text(value));
    if (value instanceof WireNumber) return this.charged(asJsonNumber(value.digits));
    if (depth >= DEEPEST) return this.charged(LEFT_OUT);
    this.room -= '[],'.length;
    return isWireList(value) ? this.list(value, depth + 1) : this.record(Object.entries(value), depth + 1);
  }

  private list(items: readonly WireValue[], depth: number): unknown[] {
    const copy: unknown[] = [];
    for (const item of items) {
      if (this.isFull()) return [...copy, LEFT_OUT];
      copy.push(this.of(item, depth));
    }
    return copy;
  }

  private record(entries: readonly (readonly [string, WireValue])[], depth: number): Record<string, unknown> {
    const copy: [string, unknown][] = [];
    for (const [name, value] of entries) {
      if (this.isFull()) {
        copy.push([LEFT_OUT, true]);
        break;
      }
      const key = this.charged(maskText(name, this.secrets, LONGEST_NAME));
      copy.push([key, isSensitiveName(name) ? this.masked(name, value) : this.of(value, depth)]);
    }
    // fromEntries defines own members, so that a field called __proto__ stays harmless.
    return Object.fromEntries(copy);
  }

  /** Absent and empty values stay visible: they identify no one. */
  private masked(name: string, value: WireValue): unknown {
    if (value === null || value === '') return this.charged(value);
    const isEmail = visibilityOf(name).answered === 'e-mail' && typeof value === 'string';
    return this.charged(isEmail ? maskEmail(value) : MASKED);
  }

  private text(value: string): string {
    const masked = maskText(value, this.secrets, LONGEST_STRING);
    return /^https?:\/\//i.test(masked) ? withoutQuery(masked) : masked;
  }

  private isFull(): boolean {
    return this.room < 64;
  }

  /** Deducts the value's size as JSON, with a comma or colon; leaves out a value that exceeds the remaining room. */
  private charged<T>(value: T): T | typeof LEFT_OUT {
    const size = Buffer.byteLength(JSON.stringify(value)) + 1;
    const fits = size <= this.room;
    this.room -= fits ? size : LEFT_OUT.length + 3;
    return fits ? value : LEFT_OUT;
  }
}

/** A number where JavaScript keeps each digit; otherwise the digits as text. */
function asJsonNumber(digits: string): number | string {
  const value = Number(digits);
  return String(value) === digits ? value : digits.slice(0, LONGEST_STRING);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Parses the one form of `Date` that senders may use (RFC 9110); null: absent or malformed. */
export function readHttpDate(header: string | null): Date | null {
  const moment = header !== null && HTTP_DATE.test(header) ? Date.parse(header) : Number.NaN;
  return Number.isNaN(moment) ? null : new Date(moment);
}
