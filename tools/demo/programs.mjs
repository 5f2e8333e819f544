import { randomBytes } from 'node:crypto';
import { projectRoot } from '../../scripts/lib/project.mjs';
import { startProgram } from './program.mjs';
import { built, death, untilOk } from './steps.mjs';

const READY_MS = 60_000;
const HOST = '127.0.0.1';

const PAY_WAY_NAMES = [
  '10001=Visa or Mastercard',
  '10001@es=Visa o Mastercard',
  '10001@pt=Visa ou Mastercard',
  '10001@fr=Visa ou Mastercard',
  '10001@de=Visa oder Mastercard',
  '10001@zh-CN=Visa 或 Mastercard',
  '10001@ar=Visa أو Mastercard',
  '10002=Bank transfer',
  '10002@es=Transferencia bancaria',
  '10002@pt=Transferência bancária',
  '10002@fr=Virement bancaire',
  '10002@de=Banküberweisung',
  '10002@zh-CN=银行转账',
  '10002@ar=تحويل مصرفي',
  '10003=Mobile wallet',
  '10003@es=Monedero móvil',
  '10003@pt=Carteira digital',
  '10003@fr=Portefeuille mobile',
  '10003@de=Mobile Geldbörse',
  '10003@zh-CN=手机钱包',
  '10003@ar=محفظة الهاتف المحمول',
];

/** Credentials of service and simulator; new at each start and never on disk. */
export function newCredentials() {
  const secret = () => randomBytes(24).toString('base64url');
  return { appId: 'demo', appSecret: secret(), accessToken: secret() };
}

/**
 * @typedef {ReturnType<typeof newCredentials>} Credentials
 * @typedef {import('./folder.mjs').DemoFolder} DemoFolder
 * @typedef {import('./program.mjs').Program} Program
 */

/**
 * @param {{ port: number, env: NodeJS.ProcessEnv, log: string, verbose: boolean }} options
 * @param {Credentials} credentials
 * @returns {{ program: Program, ready: Promise<string> }} `ready` gives its address
 */
export function startSandbox({ port, env, log, verbose }, credentials) {
  const program = startProgram({
    name: 'sandbox',
    file: built('sandbox/main.js'),
    cwd: projectRoot,
    log,
    verbose,
    env: {
      ...env,
      SANDBOX_HOST: HOST,
      SANDBOX_PORT: String(port),
      SANDBOX_APP_ID: credentials.appId,
      SANDBOX_APP_SECRET: credentials.appSecret,
      SANDBOX_ACCESS_TOKEN: credentials.accessToken,
    },
  });
  const listening = program.says(/sandbox listening on (https?:\/\/[^\s"]+)/).then(([, url = '']) => url);
  return { program, ready: Promise.race([listening, death(program)]) };
}

/**
 * @param {{ port: number, verbose: boolean, databaseUrl: string, sandboxUrl: string }} options
 * @param {Credentials} credentials
 * @param {DemoFolder} folder
 * @param {AbortSignal} signal
 * @returns {{ program: Program, ready: Promise<string> }} `ready` gives its address
 */
export function startService({ port, verbose, databaseUrl, sandboxUrl }, credentials, folder, signal) {
  const url = `http://${HOST}:${port}`;
  const program = startProgram({
    name: 'service',
    file: built('src/main.js'),
    cwd: projectRoot,
    log: folder.log('service'),
    verbose,
    env: {
      ...process.env,
      HOST,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      PUBLIC_URL: url,
      RAMP_BASE_URL: sandboxUrl,
      RAMP_APP_ID: credentials.appId,
      RAMP_APP_SECRET: credentials.appSecret,
      RAMP_ACCESS_TOKEN: credentials.accessToken,
      RAMP_NOT_FOUND: 'null',
      AUTH: 'none',
      DRAIN_MS: '0',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      REDIRECT_ORIGINS: `${url},http://localhost:${port}`,
      PAY_WAY_NAMES: PAY_WAY_NAMES.join(','),
      PAY_WAY_MINUTES: '10001=5,10002=2880,10003=15',
    },
  });
  const healthy = untilOk(`${url}/health/ready`, READY_MS, signal).then(() => url);
  return { program, ready: Promise.race([healthy, death(program)]) };
}
