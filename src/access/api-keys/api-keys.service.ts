import { Injectable, Logger } from '@nestjs/common';
import { hash } from 'node:crypto';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { FamiliarKeys } from '../../platform/limits/familiar-keys.js';
import type { Caller } from '../../platform/callers/caller.js';
import { PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { Problem } from '../../platform/problems/problem.js';
import type { Secret } from '../../platform/callers/secret.js';
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

/** Faults that only the operator can mend. */
const FAULTS = {
  keyless: 'api_key_without_service_key',
  altered: 'api_key_altered',
  anybodys: 'api_key_made_by_anybody',
} as const;
const MOST_TOLD = 10_000;

/** Identifies callers by API key: the merchant's servers, and staff. */
@Injectable()
export class ApiKeysService extends FamiliarKeys {
  private readonly logger = new Logger(ApiKeysService.name);
  private readonly accepted = new AcceptedKeys(() => performance.now());
  private readonly lookUps = new Map<string, Promise<GoodKey>>();
  /** Prefixes already logged. Each fault is logged once, because anyone who knows a prefix could fill the log. */
  private readonly toldFaults = new Set<string>();

  constructor(
    private readonly repository: ApiKeyRepository,
    private readonly keys: KeysService,
    private readonly use: KeyUseService,
  ) {
    super();
  }

  /**
   * The caller with this key, from this network address (null: unknown). A check is cached for two seconds, so a
   * revocation takes effect everywhere within that time, and never past the key's expiry. Throws `unauthenticated` with
   * one text for every fault of a key, and the database's errors.
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
   * The caller, if this process accepted the key within the last five minutes, has not refused it since, and allows it
   * from this address. Makes no query.
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
    const queriedAt = this.accepted.now();
    const found = await this.repository.findByPrefix(prefix);
    const verdict = found === null ? 'unknown' : await this.judge(found, key);
    if (found === null || verdict !== 'good') this.accepted.forget(digest);
    if (found === null) throw refusal('unknown');
    if (verdict !== 'good') throw refusal(verdict, callerId(found.row.account));
    const good = { caller: callerOf(found.row), countsFrom: addressTest(found.row.addresses) };
    this.accepted.remember(digest, good, queriedAt, leftMs(found));
    if (good.countsFrom(address)) this.use.note(found, key);
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

/** Keeps the plain key out of memory. */
function digestOf(key: Secret): string {
  return hash('sha256', key.reveal(), 'base64');
}

const callerId = (account: string): string => `key:${account}`;

/** One text for every fault: only the log says which it was. */
const refusal = (reason: LoginRefusal, actor: string | null = null): Problem =>
  refusedLogin('api_key', reason, PROBLEM_TEXTS.apiKeyInvalid, actor);
