import { Injectable, Logger } from '@nestjs/common';
import { hash } from 'node:crypto';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { FamiliarKeys } from '../../platform/limits/familiar-keys.js';
import type { Caller } from '../../platform/shared/caller.js';
import { PROBLEM_TEXTS } from '../../platform/shared/problem.js';
import type { Problem } from '../../platform/shared/problem.js';
import type { Secret } from '../../platform/shared/secret.js';
import { refusedLogin } from '../refused-login.js';
import type { LoginRefusal } from '../refused-login.js';
import { AcceptedKeys } from './accepted-keys.js';
import type { GoodKey } from './accepted-keys.js';
import { ApiKeyRepository } from './api-key.repository.js';
import type { ApiKeyRow, SeenKey } from './api-key.types.js';
import { prefixOf } from './key-text.js';
import { KeyUseService } from './key-use.service.js';
import { judgeKey } from './key-verdict.js';
import type { KeyVerdict } from './key-verdict.js';
import { addressTest } from '../../platform/config/subnets.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** For the operator; nobody else can do anything about it. */
const FAULTS = {
  keyless: 'api_key_without_service_key',
  altered: 'api_key_altered',
  anybodys: 'api_key_made_by_anybody',
} as const;
const MOST_TOLD = 10_000;

/** Callers who show an API key: the merchant's servers, and staff. */
@Injectable()
export class ApiKeysService extends FamiliarKeys {
  private readonly logger = new Logger(ApiKeysService.name);
  private readonly accepted = new AcceptedKeys(() => performance.now());
  private readonly lookUps = new Map<string, Promise<GoodKey>>();
  /** Told once: whoever knows a prefix could fill the log. */
  private readonly toldFaults = new Set<string>();

  constructor(
    private readonly repository: ApiKeyRepository,
    private readonly keys: KeysService,
    private readonly use: KeyUseService,
  ) {
    super();
  }

  /**
   * Who shows this key from this network address (null: nobody knows). An answer is good for two seconds, so that a
   * revocation holds everywhere by then, and never beyond the key's end. Throws `unauthenticated`, in the same words whatever
   * is wrong with the key, and what the database throws while it is away.
   */
  async callerOf(key: Secret, address: string | null = null): Promise<Caller> {
    const prefix = prefixOf(key);
    if (prefix === null) throw refusal('malformed');
    const digest = digestOf(key);
    const good = this.accepted.find(digest) ?? (await this.lookedUp(prefix, key, digest, address));
    if (good.countsFrom(address)) return good.caller;
    throw refusal('elsewhere', good.caller.id);
  }

  /**
   * The caller whose key this process has accepted within the last five minutes, and not refused since, if it counts from
   * this address. Asks nobody.
   */
  familiarCaller(key: Secret, address: string | null = null): string | null {
    const familiar = prefixOf(key) === null ? null : this.accepted.findFamiliar(digestOf(key));
    return familiar?.countsFrom(address) === true ? familiar.caller.id : null;
  }

  private lookedUp(prefix: string, key: Secret, digest: string, address: string | null): Promise<GoodKey> {
    const underWay = this.lookUps.get(digest);
    if (underWay !== undefined) return underWay;
    const lookUp = this.lookUp(prefix, key, digest, address).finally(() => this.lookUps.delete(digest));
    this.lookUps.set(digest, lookUp);
    return lookUp;
  }

  private async lookUp(prefix: string, key: Secret, digest: string, address: string | null): Promise<GoodKey> {
    const asked = this.accepted.now();
    const seen = await this.repository.findByPrefix(prefix);
    const verdict = seen === null ? 'unknown' : await this.judge(seen, key);
    if (seen === null || verdict !== 'good') this.accepted.forget(digest);
    if (seen === null) throw refusal('unknown');
    if (verdict !== 'good') throw refusal(verdict, callerId(seen.row.account));
    const good = { caller: callerOf(seen.row), countsFrom: addressTest(seen.row.addresses) };
    this.accepted.remember(digest, good, asked, leftMs(seen));
    if (good.countsFrom(address)) this.use.note(seen, key);
    return good;
  }

  private async judge(seen: SeenKey, key: Secret): Promise<KeyVerdict> {
    const verdict = judgeKey(await this.keys.ring(), seen, key);
    if (isFault(verdict)) this.tell(FAULTS[verdict], seen.row);
    return verdict;
  }

  private tell(event: (typeof FAULTS)[keyof typeof FAULTS], { id, prefix, keyId }: ApiKeyRow): void {
    const fault = `${id} ${keyId} ${event}`;
    if (this.toldFaults.has(fault)) return;
    if (this.toldFaults.size >= MOST_TOLD) this.toldFaults.clear();
    this.toldFaults.add(fault);
    logEvent(this.logger, event, { keyOf: id, prefix, serviceKeyId: keyId });
  }
}

const isFault = (verdict: KeyVerdict): verdict is keyof typeof FAULTS => verdict in FAULTS;

function callerOf({ account, name, role, scope }: ApiKeyRow): Caller {
  return {
    kind: 'key',
    id: callerId(account),
    name,
    capacities: [role],
    scope: scope ?? 'own',
    customer: null,
    clientSecret: null,
  };
}

function leftMs({ row, now }: SeenKey): number {
  return row.expiresAt === null ? Infinity : row.expiresAt.getTime() - now.getTime();
}

/** What stands for a key in memory. */
function digestOf(key: Secret): string {
  return hash('sha256', key.reveal(), 'base64');
}

const callerId = (account: string): string => `key:${account}`;

/** In the same words whatever is wrong: only the log tells keys apart. */
const refusal = (reason: LoginRefusal, actor: string | null = null): Problem =>
  refusedLogin('api_key', reason, PROBLEM_TEXTS.apiKeyInvalid, actor);
