import type { Dice } from '../kernel/dice.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** What an envelope says. `code` 0000: success. */
export interface Said {
  readonly code: string;
  readonly message: string;
  readonly data: unknown;
}

export const success = (data: unknown): Said => ({ code: '0000', message: 'SUCCESS', data });

export const refusal = (code: string, message = 'Refused'): Said => ({ code, message, data: null });

export const rangeRefusal = ({ min, max }: { readonly min: number; readonly max: number }): Said =>
  refusal(
    '3102',
    `Quote amount exceed the range, The Min purchase amount is ${min}, The max purchase amount is ${max}`,
  );

export function envelope({ code, message, data }: Said, traceId: string, status = 200, headers = {}): HttpAnswer {
  const json = { success: code === '0000', returnCode: code, returnMsg: message, extend: '', data, traceId };
  const body = Buffer.from(JSON.stringify(json));
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}

const page = (status: number): HttpAnswer => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from('<html><h1>Maintenance</h1></html>'),
});

/** Says nothing about what was done. */
export const serverError = (dice: Dice): HttpAnswer =>
  dice.chance(0.5) ? page(dice.pick([302, 502, 503, 504])) : envelope(refusal('9999'), dice.uuid(), 500);

export const tooMany = (dice: Dice): HttpAnswer =>
  envelope(refusal('429'), dice.uuid(), 429, dice.chance(0.5) ? { 'retry-after': String(dice.int(1, 30)) } : {});

/** The same answer, spoiled so that its meaning is lost or in doubt. */
export function garbled(answer: HttpAnswer, dice: Dice): HttpAnswer {
  const text = answer.body.toString();
  const bodies = [
    '',
    text.slice(0, dice.int(1, text.length - 1)),
    text.replace('{"success":true', '{"success":false,"success":true'),
    text.replace('"success":true', '"success":"yes"'),
    text.replace('"returnCode":"0000"', '"returnCode":"3104"'),
    text.replace(/"data":\{.*\},"traceId"/, '"data":[7,"?"],"traceId"'),
  ].filter((body) => body !== text);
  return dice.chance(0.2) ? page(200) : { ...answer, body: Buffer.from(dice.pick(bodies)) };
}
