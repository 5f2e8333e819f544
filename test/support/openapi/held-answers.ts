import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { changeSchemas } from '#src/openapi/schemas.js';
import type { Answer, Service } from '../service.js';
import type { ApiDocument, Operation } from './document.js';

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export class HeldAnswers {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, inlineRefs: false });

  constructor(private readonly document: ApiDocument) {
    addFormats.default(this.#ajv);
    this.#ajv.addFormat('decimal', DECIMAL);
    // Otherwise undocumented fields would pass.
    const closed = changeSchemas(document, (schema) =>
      schema['properties'] === undefined || schema['additionalProperties'] !== undefined
        ? schema
        : { ...schema, additionalProperties: false },
    );
    this.#ajv.addSchema(closed, 'api');
  }

  /** The fault of a response; null: valid, or not a documented route. */
  faultOf(method: string, path: string, answer: Answer): string | null {
    const found = this.#operationAt(method, path);
    if (found === null) return null;
    const { template, operation } = found;
    const place = `${method} ${template} answered ${answer.status}`;
    const response = operation.responses[String(answer.status)];
    if (response === undefined) return `${place}, which the document does not have: ${answer.text.slice(0, 500)}`;
    if (response['content'] === undefined) return answer.text === '' ? null : `${place} with a body`;
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const content = response['content'] as Readonly<Record<string, unknown>>;
    if (!(type in content)) return `${place} as ${type}, and the document has ${Object.keys(content).join()}`;
    if (!/[/+]json$/.test(type)) return null;
    const pointer = ['paths', template, method.toLowerCase(), 'responses', answer.status, 'content', type, 'schema'];
    const fault = this.#faultAt(pointer, answer.body);
    return fault && `${place}: ${fault}\n${answer.text.slice(0, 2000)}`;
  }

  /** What the document has against the body of a request; null: nothing. */
  faultOfRequest(template: string, method: string, body: unknown): string | null {
    return this.#faultAt(
      ['paths', template, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema'],
      body,
    );
  }

  /** The fault of a webhook message; null: valid. */
  faultOfWebhook(body: string): string | null {
    const message = JSON.parse(body) as { type: string };
    const pointer = ['webhooks', message.type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    return this.#faultAt(pointer, message);
  }

  #faultAt(pointer: readonly unknown[], value: unknown): string | null {
    const escaped = pointer.map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')));
    // Cached: compiling is most of the cost of a test with many calls.
    const check = this.#ajv.getSchema(`api#/${escaped.join('/')}`);
    if (check === undefined) return 'the document has no schema there';
    return check(value) ? null : this.#ajv.errorsText(check.errors).slice(0, 2000);
  }

  #operationAt(method: string, path: string): { template: string; operation: Operation } | null {
    const [asked = ''] = path.split('?');
    for (const [template, methods] of Object.entries(this.document.paths)) {
      const operation = methods[method.toLowerCase()];
      const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      if (operation !== undefined && pattern.test(asked)) return { template, operation };
    }
    return null;
  }
}

/** Makes every call fail whose response does not match the document. */
export async function holdAgainstDocument(service: Service): Promise<HeldAnswers> {
  const { body } = await service.get('/openapi.json');
  const held = new HeldAnswers(body as unknown as ApiDocument);
  const request = service.request.bind(service);
  service.request = async (method, path, init) => {
    const answer = await request(method, path, init);
    const fault = held.faultOf(method, path, answer);
    if (fault !== null) throw new Error(fault);
    return answer;
  };
  return held;
}
