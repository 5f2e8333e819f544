import { randomBytes, randomUUID } from 'node:crypto';
import { FakeServer } from '#tools/fakes/server.mjs';
import { IdentityProvider } from '../../support/identity-provider.js';
import { CREDENTIALS, Sandbox } from '../../support/sandbox-client.js';
import { Service, SERVICE_KEY } from '../../support/service.js';
import type { Answer } from '../../support/service.js';
import { migrate, OwnPostgres } from '../../support/service-postgres.js';
import { Rows } from '../../support/service-rows.js';
import { builtProgram, startProgram } from '../../support/programs.js';
import type { Plant } from './plants.js';

/** Outputs and responses, by source. */
type Said = Map<string, string[]>;

/** The caller's headers. */
export type As = Readonly<Record<string, string>>;

/** Everything through which plants may go: two services, their database and provider, and what all of them said. */
export class Garden {
  readonly plants: Plant[] = [];
  readonly said: Said = new Map();

  private constructor(
    readonly postgres: OwnPostgres,
    readonly rows: Rows,
    readonly sandbox: Sandbox,
    readonly identity: IdentityProvider,
    readonly databaseUrl: string,
    /** With one access token for all. */
    readonly service: Service,
    /** With an access token for each customer. */
    readonly issuing: Service,
    private readonly tokenServer: FakeServer,
    private readonly keyTexts: ReadonlyMap<string, string>,
  ) {}

  static async grow(): Promise<Garden> {
    const [postgres, sandbox, identity] = await Promise.all([
      OwnPostgres.start(),
      Sandbox.start(),
      IdentityProvider.start(),
    ]);
    const databaseUrl = await postgres.createDatabase('garden');
    await migrate(databaseUrl);
    const tokenServer = await FakeServer.start();
    // Gives every customer the token that the simulator knows.
    tokenServer.answersWith({ data: { accessToken: CREDENTIALS.accessToken } });
    const authorization = `Planted ${randomBytes(12).toString('hex')}`;
    const common = {
      AUTH: 'required',
      AUTH_GUESTS: 'true',
      LOG_LEVEL: 'trace',
      RAMP_TIMEOUT_MS: '800',
      RAMP_APP_SECRET_NEXT: 'planted-next-secret-2Wq8',
      RAMP_SIGNATURE_REFUSED_CODES: '1002',
      ...identity.settings,
    };
    const at = { databaseUrl, rampUrl: sandbox.url };
    const service = await Service.start({ ...at, env: common, process: true });
    const issued = {
      RAMP_ACCESS_TOKEN: '',
      RAMP_ACCESS_TOKEN_URL: `${tokenServer.url}/token`,
      RAMP_ACCESS_TOKEN_AUTHORIZATION: authorization,
    };
    const issuing = await Service.start({ ...at, env: { ...common, ...issued }, process: true });
    const keys = new Map<string, string>();
    const garden = new Garden(
      ...([
        postgres,
        Rows.of(databaseUrl),
        sandbox,
        identity,
        databaseUrl,
        service,
        issuing,
        tokenServer,
        keys,
      ] as const),
    );
    for (const role of ['checkout', 'support', 'finance', 'admin']) keys.set(role, await garden.makeKey(role));
    garden.plant('app secret', CREDENTIALS.appSecret);
    garden.plant('next app secret', common.RAMP_APP_SECRET_NEXT);
    garden.plant('access token', CREDENTIALS.accessToken);
    garden.plant('authorization at the token endpoint', authorization);
    garden.plant('service key', SERVICE_KEY);
    garden.plant('password of the database', new URL(databaseUrl).password);
    return garden;
  }

  /** Notes a text that is planted somewhere, and gives it. */
  plant(name: string, text: string): string {
    this.plants.push({ name, text });
    return text;
  }

  /** A text of its own, planted as `name`. */
  sow(name: string, around: (mark: string) => string = (mark) => `planted-${mark}`): string {
    return this.plant(name, around(randomBytes(8).toString('hex')));
  }

  key(role: 'checkout' | 'support' | 'finance' | 'admin'): As {
    return { 'x-api-key': this.keyTexts.get(role) ?? '' };
  }

  /** Sends, and keeps what is answered for the search: as a problem, or as what `place` names. */
  async ask(
    method: string,
    path: string,
    { as = {}, body, raw, place, to = this.service }: Asking = {},
  ): Promise<Answer> {
    const isJson = body !== undefined || raw !== undefined;
    const answer = await to.request(method, path, {
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...as },
      ...(isJson ? { body: raw ?? JSON.stringify(body) } : {}),
    });
    const text = `${JSON.stringify([...answer.headers])}\n${answer.text}`;
    if (answer.status >= 400) this.note('answer: problem', text);
    else if (place !== undefined) this.note(`answer: ${place}`, text);
    return answer;
  }

  note(place: string, text: string): void {
    this.said.set(place, [...(this.said.get(place) ?? []), text]);
  }

  /** Runs a program of the operator's; what it says is kept. */
  async run(name: string, file: string, args: readonly string[]): Promise<string> {
    const environment = { DATABASE_URL: this.databaseUrl, SERVICE_KEY };
    const program = startProgram(name, builtProgram(file), environment, args);
    await program.ended;
    this.note(`program: ${name}`, program.output());
    return program.output();
  }

  /** All that the services have written and count. */
  async listen(): Promise<void> {
    for (const service of [this.service, this.issuing]) {
      this.note('metrics', await service.metrics());
      this.note('log', service.program.output());
    }
  }

  private async makeKey(role: string): Promise<string> {
    const args = ['create', '--role', role, '--name', `planted ${role}`, '--json'];
    const environment = { DATABASE_URL: this.databaseUrl, SERVICE_KEY };
    const program = startProgram('key', builtProgram('src/cli/key/main.js'), environment, args);
    await program.ended;
    const { key } = JSON.parse(program.output()) as { key: string };
    this.plant(`key of ${role}`, key);
    this.plant(`secret half of the key of ${role}`, key.slice(-40));
    return key;
  }

  async clear(): Promise<void> {
    await this.service.stop();
    await this.issuing.stop();
    await this.sandbox.stop();
    await this.identity.close();
    await this.tokenServer.close();
    await this.rows.close();
    await this.postgres.release();
  }
}

export interface Asking {
  readonly as?: As;
  readonly body?: unknown;
  readonly raw?: string;
  /** Where a good answer belongs, when it is to be searched too. */
  readonly place?: string;
  readonly to?: Service;
}

export const idempotencyKey = (): string => randomUUID();
