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

const MESSAGES: Readonly<Record<string, string>> = {
  3100: 'Please contact with our team to configure commission',
  3101: 'Please contact with our team to configure crypto',
  3103: 'Please refresh timestamp',
  3104: 'Please contact with our team to create account',
  3105: 'Invalid Crypto Address',
  3106: 'Your current withdrawal address is at risk, please check or change to another one.',
  3107: 'Illegal request path',
};

export const refusal = (code: string, message = MESSAGES[code] ?? 'Refused'): Said => ({ code, message, data: null });

export const rangeRefusal = (min: number, max: number): Said =>
  refusal(
    '3102',
    `Quote amount exceed the range, The Min purchase amount is ${min}, The max purchase amount is ${max}`,
  );

const JSON_TYPE = { 'content-type': 'application/json' };

export function envelope({ code, message, data }: Said, traceId: string, status = 200, headers = {}): HttpAnswer {
  const isGood = code === '0000';
  const json = { success: isGood, returnCode: code, returnMsg: message, extend: '', data, traceId };
  return { status, headers: { ...JSON_TYPE, ...headers }, body: Buffer.from(JSON.stringify(json)) };
}

const page = (status: number, title: string): HttpAnswer => ({
  ...{ status, headers: { 'content-type': 'text/html' }, body: Buffer.from(`<html><h1>${title}</h1></html>`) },
});

/** Nothing that says what was done. */
export const serverError = (dice: Dice): HttpAnswer =>
  dice.chance(0.5) ? page(dice.pick([302, 502, 503, 504]), 'Bad Gateway') : envelope(refusal('9999'), dice.uuid(), 500);

export const tooMany = (dice: Dice): HttpAnswer =>
  envelope(refusal('429'), dice.uuid(), 429, dice.chance(0.5) ? { 'retry-after': String(dice.int(1, 30)) } : {});

/** The same answer, spoiled so that its meaning is lost or in doubt. */
export function garbled(answer: HttpAnswer, dice: Dice): HttpAnswer {
  const text = answer.body.toString();
  const { status, headers } = answer;
  const bodies = [
    '',
    text.slice(0, dice.int(1, text.length - 1)),
    text.replace('{"success":true', '{"success":false,"success":true'),
    text.replace('"success":true', '"success":"yes"'),
    text.replace(/"data":\{.*\},"traceId"/, '"data":[7,"?"],"traceId"'),
    text.replace('"returnCode":"0000"', '"returnCode":"3104"'),
  ];
  return dice.chance(0.2)
    ? page(200, 'Under maintenance')
    : { status, headers, body: Buffer.from(dice.pick(bodies.filter((each) => each !== text))) };
}
