import { Module } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { request } from 'node:http';
import { AuditService } from '#src/audit/audit.service.js';
import { BackgroundTasks } from '#src/platform/background/background-tasks.js';
import { Database } from '#src/platform/database/database.js';
import { KeysService } from '#src/platform/crypto/keys.service.js';
import { AccessMiddleware } from '#src/access/access.middleware.js';
import { AccessModule } from '#src/access/access.module.js';
import { ConfigModule } from '#src/platform/config/config.module.js';
import { readSettings } from '#src/platform/config/environment.js';
import type { Settings } from '#src/platform/config/settings.js';
import { serveOpenApi } from '#src/openapi/serve.js';
import { configureApp } from '#src/platform/http/edge/configure-app.js';
import { EdgeAdapter } from '#src/platform/http/edge/edge-adapter.js';
import { HealthModule } from '#src/health/health.module.js';
import { Readiness } from '#src/platform/database/readiness.js';
import { LimitsService } from '#src/platform/limits/limits.service.js';
import { ProcessTime } from '#src/platform/time/time.js';
import { CircuitBreaker } from '#src/ramp/provider/circuit-breaker.js';
import { ProviderState } from '#src/ramp/provider/provider-state.js';
import type { DatabaseReadiness } from '#src/platform/database/readiness.js';
import { Metrics } from '#src/platform/telemetry/metrics.js';
import { JsonLogger } from '#src/platform/telemetry/logger.js';
import { addProcessMetrics } from '#src/platform/telemetry/process-metrics.js';
import { TelemetryModule } from '#src/platform/telemetry/telemetry.module.js';
import { PortsModule } from '#src/platform/ports.module.js';
import { SystemChance } from '#src/platform/chance.js';

const ENVIRONMENT = {
  DATABASE_URL: 'postgres://nobody@localhost/none',
  RAMP_BASE_URL: 'https://ramp.example',
  RAMP_APP_ID: 'app',
  RAMP_APP_SECRET: 'app-secret',
  AUTH: 'none',
  HOST: '127.0.0.1',
};

/** The edge with a test's own controllers, on a free port, with its log lines. */
export interface Edge {
  readonly app: NestExpressApplication;
  readonly url: string;
  readonly lines: Record<string, unknown>[];
  readonly readiness: ScriptedReadiness;
  readonly provider: ScriptedProviderState;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>;
  close(): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: Record<string, unknown>;
}

class ScriptedReadiness {
  answer: () => Promise<DatabaseReadiness> = () => Promise.resolve({ database: 'up', migrations: 'applied' });

  check(): Promise<DatabaseReadiness> {
    return this.answer();
  }
}

class ScriptedProviderState extends ProviderState {
  state: 'up' | 'down' | 'unknown' = 'up';

  override current(): 'up' | 'down' | 'unknown' {
    return this.state;
  }
}

export interface EdgeParts {
  readonly environment?: Record<string, string>;
  readonly controllers?: Type[];
  readonly imports?: Type[];
  readonly providers?: { provide: unknown; useValue: unknown }[];
}

@Module({})
class Shared {}

export async function startEdge(parts: EdgeParts = {}): Promise<Edge> {
  const settings: Settings = readSettings({ ...ENVIRONMENT, ...parts.environment });
  const lines: Record<string, unknown>[] = [];
  const logger = new JsonLogger('debug', {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const readiness = new ScriptedReadiness();
  const time = new ProcessTime();
  const chance = new SystemChance();
  const provider = new ScriptedProviderState(time, new CircuitBreaker(time, () => undefined));
  const limits = new LimitsService(settings, time, new Metrics());
  // Provided by global modules in the real service.
  const shared = [
    { provide: Readiness, useValue: readiness },
    { provide: ProviderState, useValue: provider },
    // No request here reaches the database.
    ...[KeysService, AuditService].map((provide) => ({ provide, useValue: {} })),
    { provide: Database, useValue: { query: () => Promise.resolve([]) } },
    { provide: BackgroundTasks, useValue: { repeat: () => ({ nudge: () => undefined }) } },
    { provide: LimitsService, useValue: limits },
    ...(parts.providers ?? []),
  ] as { provide: Type; useValue: unknown }[];
  const module = await Test.createTestingModule({
    imports: [
      { module: Shared, global: true, providers: shared, exports: shared.map(({ provide }) => provide) },
      ConfigModule.with(settings),
      PortsModule.with({ time, chance }),
      TelemetryModule,
      AccessModule,
      HealthModule,
      ...(parts.imports ?? []),
    ],
    controllers: parts.controllers ?? [],
  })
    .setLogger(logger)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>(new EdgeAdapter(time), {
    bodyParser: false,
    logger,
  });
  configureApp(app, settings, app.get(AccessMiddleware));
  serveOpenApi(app);
  addProcessMetrics(app.get(Metrics));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    url,
    lines,
    readiness,
    provider,
    get: async (path, headers = {}) => read(await fetch(url + path, { headers })),
    post: async (path, body, headers = {}) => {
      const raw = typeof body === 'string' || body === undefined || body instanceof Uint8Array;
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
      if (body === undefined) return read(await fetch(url + path, { method: 'POST', headers }));
      return read(await fetch(url + path, { ...init, body: raw ? (body as string) : JSON.stringify(body) }));
    },
    close: () => app.close(),
  };
}

async function read(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  const json = isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
  return { status: response.status, headers: response.headers, text, json };
}

/** Sends the path unchanged: `fetch` would normalise it first. */
export function getRaw(
  url: string,
  path: string,
  method = 'GET',
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Waits for a matching line; request lines are written after the response. */
export async function lineWhere(
  edge: Edge,
  fits: (line: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const found = edge.lines.find(fits);
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`no such line among ${JSON.stringify(edge.lines)}`);
}
