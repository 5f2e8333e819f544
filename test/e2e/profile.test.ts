import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CONFORMANCE_ENV, CREATE, runConformance } from '../support/conformance.js';
import { freshDatabase } from '../support/database.js';
import { CREDENTIALS, pressButton, Sandbox } from '../support/sandbox-client.js';
import { Rows } from '../support/service-rows.js';
import { checkoutBody, Service } from '../support/service.js';

it('conformance writes a profile, with which the service works', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ramp-checkout-profile-'));
  const [sandbox, database] = await Promise.all([Sandbox.start(), freshDatabase()]);
  const rows = Rows.of(database.url);
  try {
    const unknown = { unknownOrder: 'refusal', unknownOrderCode: '1006' };
    await sandbox.control('POST', '/behaviour', { signature: 'v4', timeZone: 'Asia/Singapore', ...unknown });
    const profile = join(folder, 'provider.env');
    const args = ['--base-url', sandbox.url, '--rps', '999', ...CREATE, '--profile', profile];
    const { code, stderr } = await runConformance(args, CONFORMANCE_ENV);
    expect(code, stderr).toBe(0);
    const written = readFileSync(profile, 'utf8');
    for (const secret of [CREDENTIALS.appSecret, CREDENTIALS.accessToken]) expect(written).not.toContain(secret);
    expect(written).toMatch(/^RAMP_SIGNATURE='v4'$/m);

    // Empty counts as unset.
    const env = { RAMP_PROFILE: profile, RAMP_NOT_FOUND: '' };
    const service = await Service.start({ databaseUrl: database.url, rampUrl: sandbox.url, env, process: true });
    try {
      const order = await service.order(checkoutBody());
      await pressButton(order.payUrl, 'pay');
      await rows.untilStatus(order.merchantOrderNo, 'COMPLETED');
      expect(service.program.output()).not.toContain('not_found_unknown');
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true });
    await rows.close();
    await database.drop();
    await sandbox.stop();
  }
});
