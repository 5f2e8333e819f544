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
import { ApiKeyRepository } from './api-key.repository.js';
import type { ApiKeyRow, SeenKey } from './api-key.types.js';
import { prefixOf } from './key-text.js';
import { KeyUseService } from './key-use.service.js';
import { judgeKey } from './key-verdict.js';
import type { KeyVerdict } from './key-verdict.js';
import { logEvent } from '../../platform/telemetry/log-events.js';

/** For the operator; nobody else can do anything about it. */
const FAULTS = { keyless: 'api_key_without_service_key', altered: 'api_key_altered' } as const;

/** Callers who show an API key: the merchant's servers, and staff. */
@Injectable()
export class ApiKeysService extends FamiliarKeys {
  private readonly logger = new Logger(ApiKeysService.name);
  private readonly accepted = new AcceptedKeys(() => performance.now());
  private readonly lookUps = new Map<string, Promise<Caller>>();
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
   * Who shows this key. An answer is good for two seconds, so that a revocation holds everywhere by then. Throws
   * `unauthenticated`, in the same words whatever is wrong with the key, and what the database throws while it is away.
   */
  async callerOf(key: Secret): Promise<Caller> {
    const prefix = prefixOf(key);
    if (prefix === null) throw refusal('malformed');
    const digest = digestOf(key);
    const known = this.accepted.callerOf(digest);
    if (known !== null) return known;
    const underWay = this.lookUps.get(digest);
    if (underWay !== undefined) return underWay;
    const lookUp = this.lookUp(prefix, key, digest).finally(() => this.lookUps.delete(digest));
    this.lookUps.set(digest, lookUp);
    return lookUp;
  }

  /** The caller whose key this process has accepted within the last five minutes, and not refused since. Asks nobody. */
  familiarCaller(key: Secret): string | null {
    return prefixOf(key) === null ? null : (this.accepted.familiarCaller(digestOf(key))?.id ?? null);
  }

  private async lookUp(prefix: string, key: Secret, digest: string): Promise<Caller> {
    const asked = this.accepted.now();
    const seen = await this.repository.findByPrefix(prefix);
    const verdict = seen === null ? 'unknown' : await this.judge(seen, key);
    if (seen === null || verdict !== 'good') this.accepted.forget(digest);
    if (seen === null) throw refusal('unknown');
    if (verdict !== 'good') throw refusal(verdict, seen.row);
    const caller = callerOf(seen.row);
    this.accepted.remember(digest, caller, asked, leftMs(seen));
    this.use.note(seen, key);
    return caller;
  }

  private async judge(seen: SeenKey, key: Secret): Promise<KeyVerdict> {
    const verdict = judgeKey(await this.keys.ring(), seen, key);
    if (verdict === 'keyless' || verdict === 'altered') this.tell(FAULTS[verdict], seen.row);
    return verdict;
  }

  private tell(event: (typeof FAULTS)[keyof typeof FAULTS], { id, prefix, keyId }: ApiKeyRow): void {
    const fault = `${id} ${keyId} ${event}`;
    if (this.toldFaults.has(fault)) return;
    this.toldFaults.add(fault);
    logEvent(this.logger, event, { keyOf: id, prefix, serviceKeyId: keyId });
  }
}

function callerOf({ account, name, role }: ApiKeyRow): Caller {
  return { kind: 'key', id: callerId(account), name, capacities: [role], customer: null, clientSecret: null };
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
const refusal = (reason: LoginRefusal, row?: ApiKeyRow): Problem =>
  refusedLogin('api_key', reason, PROBLEM_TEXTS.apiKeyInvalid, row === undefined ? null : callerId(row.account));
