import { request } from 'node:http';
import { FakeServer } from '#tools/fakes/server.mjs';
import { beforeAll, expect, it } from 'vitest';
import { conformance } from '../../support/conformance.js';
import { runToEnd } from '../../support/run-to-end.js';
import { serviceEnvironment } from '../../support/service.js';
import { useWorld } from '../../support/service-world.js';

const CODE = '1006';
const REFUSAL = JSON.stringify({ success: false, returnCode: CODE, returnMsg: 'No such thing', data: null });

type Asked = (path: URL, body: string) => boolean;

const ofQuery = (path: URL): boolean => path.pathname.endsWith('/query/trade');

/** What else the provider refuses with the code of "not found", and the setting that follows; null: none. */
export const CASES: readonly (readonly [what: string, isRefused: Asked, value: string | null])[] = [
  ['nothing else', () => false, CODE],
  ['a query without a number', (path) => ofQuery(path) && !/[oO]rderNo=/.test(path.search), null],
  ['a list without a currency', (path) => path.pathname.endsWith('/list') && !path.searchParams.has('fiat'), null],
  ['a quote for an unknown crypto', (_, body) => body.includes('NOSUCHCRYPTO'), null],
  ['a quote in an unknown currency', (_, body) => body.includes('"XTS"'), null],
  ['an unknown path', (path) => path.pathname.endsWith('/no-such-path'), null],
  ['a query for an order alone', (path) => ofQuery(path) && path.searchParams.get('orderNo') === 'never', CODE],
];

export function notFoundSetting(cases: typeof CASES): void {
  const world = useWorld();
  beforeAll(async () => {
    // The sandbox refuses unknown orders with 1006.
    await world.sandbox.control('POST', '/behaviour', { unknownOrder: 'refusal' });
  });

  /** The sandbox, except that requests of one kind are refused with the same code. */
  const startProvider = (isRefused: Asked): Promise<FakeServer> =>
    FakeServer.start((response, { method, target, headers, body, text }) => {
      const path = new URL(target, world.sandbox.url);
      if (isRefused(path, text)) {
        response.writeHead(200, { 'content-type': 'application/json' }).end(REFUSAL);
        return;
      }
      request(path, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).end(body);
    });

  it.each(cases)(
    'doctor and conformance agree where the code of "not found" also answers %s',
    async (_, isRefused, value) => {
      const provider = await startProvider(isRefused);
      try {
        const settings = serviceEnvironment(
          { databaseUrl: world.databaseUrl, rampUrl: provider.url },
          world.service.port,
        );
        const said = async (setting: string): Promise<string> => {
          const env = { ...settings, RAMP_NOT_FOUND: setting };
          const { out } = await runToEnd('tools/provider-kit/doctor/main.js', ['--json'], env);
          const { checks } = JSON.parse(out) as { checks: { name: string; state: string; fix: string | null }[] };
          const { state, fix } = checks.find(({ name }) => name === 'not-found')!;
          return `${state}: ${fix}`;
        };
        const { report } = await conformance(provider.url);
        const { observations } = report.document;
        expect(observations.find(({ name }) => name === 'not-found.setting')?.value).toBe(value ?? 'none');
        if (value === null) {
          expect(await said('')).toMatch(/^warning: Nothing can be set/);
          expect(await said(CODE)).toBe('fail: Unset RAMP_NOT_FOUND.');
        } else {
          expect(await said('')).toBe(`warning: Set RAMP_NOT_FOUND=${value}`);
          expect(await said(CODE)).toBe('pass: null');
        }
      } finally {
        await provider.close();
      }
    },
  );
}
