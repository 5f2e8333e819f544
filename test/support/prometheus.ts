import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/lib/ports.mjs';
import { startCommand } from './programs.js';

/** Prometheus, from where promtool is: one package has both. null: not installed. */
export function findPrometheus(): string | null {
  const file = process.env['PROMETHEUS'] ?? process.env['PROMTOOL']?.replace(/promtool$/, 'prometheus') ?? 'prometheus';
  return spawnSync(file, ['--version']).status === 0 ? file : null;
}

/** One series of a query's answer. */
export interface Series {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: number;
}

export interface Prometheus {
  /** Throws for a query that Prometheus refuses. */
  readonly query: (expression: string) => Promise<Series[]>;
  readonly stop: () => Promise<void>;
}

/** Scrapes `/metrics` of a host and port every second. */
export async function startPrometheus(program: string, target: string): Promise<Prometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const config = join(folder, 'prometheus.yml');
  const jobs = [{ job_name: 'ramp-checkout', static_configs: [{ targets: [target] }] }];
  // JSON is YAML too.
  writeFileSync(
    config,
    JSON.stringify({ global: { scrape_interval: '1s', scrape_timeout: '1s' }, scrape_configs: jobs }),
  );
  const address = `127.0.0.1:${await freePort()}`;
  const running = startCommand(
    'prometheus',
    program,
    [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=${address}`],
    {},
  );
  await running.says(/Server is ready/);
  return {
    query: async (expression) => {
      const answer = await fetch(
        `http://${address}/api/v1/query?${new URLSearchParams({ query: expression }).toString()}`,
      );
      const { error, data } = (await answer.json()) as {
        error?: string;
        data?: { result: { metric: Record<string, string>; value: [number, string] }[] };
      };
      if (data === undefined) throw new Error(`${expression}: ${error ?? answer.status}`);
      return data.result.map(({ metric, value }) => ({ metric, value: Number(value[1]) }));
    },
    stop: async () => {
      await running.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
