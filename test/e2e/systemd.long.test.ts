import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '#scripts/lib/ports.mjs';
import { emptyDatabase } from '../support/database.js';
import { CAN_RUN_SYSTEMD, NEEDS_SYSTEMD, startPrivateSystemd } from '../support/private-systemd.js';
import type { PrivateSystemd } from '../support/private-systemd.js';
import { builtProgram, PROJECT } from '../support/programs.js';
import { CREDENTIALS, pressButton, Sandbox } from '../support/sandbox-client.js';
import { checkoutBody, deploymentSecrets, until } from '../support/service.js';

const [, install = ''] =
  /^## Install$(.*?)^## /ms.exec(readFileSync(join(PROJECT, 'docs/operations/deploy.md'), 'utf8')) ?? [];
/** The shell blocks of the page's steps, each as one script. */
const [build = '', units = '', start = '', programs = '', ...others] = [
  ...install.matchAll(/^( *)```sh\n([^]*?)^\1```/gm),
].map(([, indent = '', block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

const PROCESSES = ['ramp-checkout-api@1', 'ramp-checkout-api@2', 'ramp-checkout-worker'];

describe.skipIf(!CAN_RUN_SYSTEMD)(`the steps of docs/operations/deploy.md${NEEDS_SYSTEMD}`, () => {
  let machine: PrivateSystemd;
  let secrets: Readonly<Record<string, string>>;
  /** All ports but their last digit, which the units say. */
  let ports: { readonly public: number; readonly admin: number };
  const endings: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    builtProgram('src/main.js');
    const [sandbox, database] = await Promise.all([Sandbox.start(), emptyDatabase()]);
    endings.push(
      () => database.drop(),
      () => sandbox.stop(),
    );
    machine = await startPrivateSystemd();
    endings.push(() => machine.stop());
    const freeTens = async (): Promise<number> => Math.floor((await freePort()) / 10);
    ports = { public: await freeTens(), admin: await freeTens() };
    while (ports.admin === ports.public) ports = { ...ports, admin: await freeTens() };

    machine.run(`cd /opt/ramp-checkout\n${units}`);
    // The ports of the units may be taken here.
    machine.run(`cd /etc/systemd/system && sed -i 's/=300/=${ports.public}/; s/=900/=${ports.admin}/' *.service`);
    machine.run('systemctl daemon-reload');
    secrets = deploymentSecrets(database.url);
    for (const [name, value] of Object.entries(secrets))
      machine.write(`/etc/ramp-checkout/secrets/${name}`, `${value}\n`);
    const settings = {
      RAMP_BASE_URL: sandbox.url,
      RAMP_ALLOW_HTTP: 'true',
      RAMP_APP_ID: CREDENTIALS.appId,
      AUTH_GUESTS: 'true',
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`);
    machine.write('/etc/ramp-checkout/settings.env', lines.join(''));
  });
  afterAll(async () => {
    for (const end of endings.reverse()) await end();
  });

  const urlOf = (last: number): string => `http://127.0.0.1:${ports.public}${last}`;
  const isReady = (last: number): Promise<boolean> =>
    fetch(`${urlOf(last)}/health/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const property = (unit: string, name: string): string =>
    machine.run(`systemctl show --value -p ${name} ${unit}`).trim();

  it('are those that this test knows', () => {
    expect(build).toMatch(/^npm ci --ignore-scripts && npm run build$/m);
    expect(others).toEqual([]);
  });

  it('migrate, and start three processes', async () => {
    machine.run(start);
    expect(property('ramp-checkout-migrate', 'Result')).toBe('success');
    for (const last of [1, 2, 9]) await until(`${urlOf(last)} is ready`, () => isReady(last));
    expect((await fetch(`http://127.0.0.1:${ports.admin}1/metrics`)).status).toBe(200);
    expect(PROCESSES.map((unit) => machine.run(`systemctl is-enabled ${unit}`).trim())).toEqual(
      PROCESSES.map(() => 'enabled'),
    );
  });

  it('sell: a guest gets a payUrl, and the worker sees the order completed', async () => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ ...checkoutBody(), merchantOrderNo: undefined });
    const made = await fetch(`${urlOf(1)}/v1/checkouts`, { ...init, body });
    expect(made.status).toBe(201);
    const order = (await made.json()) as Record<'payUrl' | 'merchantOrderNo' | 'clientSecret', string>;
    await pressButton(order.payUrl, 'pay');
    await until('the order is completed', async () => {
      // By the other process.
      const headers = { 'x-client-secret': order.clientSecret };
      const read = await fetch(`${urlOf(2)}/v1/orders/${order.merchantOrderNo}`, { headers });
      return ((await read.json()) as { status: string }).status === 'COMPLETED';
    });
  });

  it('give the processes no rights, and only their own secrets', () => {
    for (const unit of PROCESSES) {
      const folder = `/proc/${property(unit, 'MainPID')}`;
      const status = machine.run(`cat ${folder}/status`);
      expect(status).toMatch(/^Uid:\t[1-9]\d{4}\t/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      expect(status).toMatch(/^Seccomp:\t2$/m);
      const environment = machine.run(`tr '\\0' '\\n' <${folder}/environ`);
      for (const secret of Object.values(secrets)) expect(environment).not.toContain(secret);
      const mounts = machine.run(`cat ${folder}/mountinfo`);
      expect(mounts).toMatch(/ \/ ro,/);
      const files = machine.run(`ls ${folder}/root/run/credentials/${unit}.service`);
      expect(files.trim().split('\n').sort()).toEqual(
        Object.keys(secrets)
          .filter((name) => name !== 'DATABASE_MIGRATE_URL')
          .sort(),
      );
    }
  });

  it('lead to doctor and to the first key', () => {
    // The Postgres of the tests is not fit for production, which doctor says.
    const output = machine.run(programs.replace('doctor/main.js', 'doctor/main.js || true'));
    expect(output.match(/^pass /gm)!.length).toBeGreaterThan(5);
    expect(output).toMatch(/^ {2}rck_\S+$/m);
  });

  it('restart one process after the other without a gap', async () => {
    for (const last of [1, 2]) {
      machine.run(`systemctl restart ramp-checkout-api@${last}`);
      expect(await isReady(3 - last)).toBe(true);
      await until('it is ready again', () => isReady(last));
    }
  });

  it('end all with exit code 0', () => {
    machine.run(`systemctl stop ${PROCESSES.join(' ')}`);
    for (const unit of PROCESSES)
      expect([property(unit, 'Result'), property(unit, 'ExecMainStatus'), property(unit, 'ActiveState')]).toEqual([
        ...['success', '0', 'inactive'],
      ]);
  });
});
