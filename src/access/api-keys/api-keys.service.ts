import { Injectable, Logger } from '@nestjs/common';
import type { OnApplicationShutdown } from '@nestjs/common';
import { hash } from 'node:crypto';
import { addressTest } from '../../platform/config/subnets.js';
import { KeysService } from '../../platform/crypto/keys.service.js';
import { FamiliarKeys } from '../../platform/limits/familiar-keys.js';
import type { Caller } from '../../platform/callers/caller.js';
import { PROBLEM_TEXTS } from '../../platform/problems/problem.js';
import type { Problem } from '../../platform/problems/problem.js';
import type { Secret } from '../../platform/callers/secret.js';
import { Time } from '../../platform/time/time.js';
import { logEvent } from '../../platform/telemetry/log-events.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { refusedLogin } from '../refused-login.js';
import type { LoginRefusal } from '../refused-login.js';
import { AcceptedKeys } from './accepted-keys.js';
import type { AcceptedKey } from './accepted-keys.js';
import { judgeKey, prefixOf, sealKey } from './api-key.js';
import type { ApiKeyRow, StoredKey } from './api-key.js';
import { ApiKeyRepository } from './api-key.repository.js';

/** Faults that only the operator can mend. */
const FAULTS: Partial<Record<LoginRefusal, Parameters<typeof logEvent>[1]>> = {
  keyless: 'api_key_without_service_key',
  altered: 'api_key_altered',
  anybodys: 'api_key_made_by_anybody',
};
const MAX_LOGGED_FAULTS = 10_000;
const USE_NOTED_EVERY_MS = 60_000;

/** Identifies callers by API key: the merchant's servers, and staff. */
@Injectable()
export class ApiKeysService extends FamiliarKeys implements OnApplicationShutdown {
  private readonly logger = new Logger(ApiKeysService.name);
  private readonly accepted = new AcceptedKeys(this.time);
  private readonly lookUps = new Map<string, Promise<AcceptedKey>>();
  /** Each fault is logged once, because anyone who knows a prefix could fill the log. */
  private readonly loggedFaults = new Set<string>();
  private readonly useOutages = new OutageLog(this.logger, 'api_key_use');
  private readonly useWrites = new Map<string, Promise<void>>();

  constructor(
    private readonly repository: ApiKeyRepository,
    private readonly keys: KeysService,
    private readonly time: Time,
  ) {
    super();
  }

  /** `address` null: unknown. Throws `unauthenticated`, with one text for every fault of a key. */
  async callerOf(key: Secret, address: string | null = null): Promise<Caller> {
    const prefix = prefixOf(key);
    if (prefix === null) throw refusal('malformed');
    const digest = digestOf(key);
    const { caller, isAllowedFrom } =
      this.accepted.find(digest) ?? (await this.lookUpOnce(prefix, key, digest, address));
    if (isAllowedFrom(address)) return caller;
    throw refusal('elsewhere', caller.id);
  }

  familiarCaller(key: Secret, address: string | null = null): string | null {
    const familiar = prefixOf(key) === null ? null : this.accepted.findFamiliar(digestOf(key));
    return familiar?.isAllowedFrom(address) === true ? familiar.caller.id : null;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.useWrites.values());
  }

  private lookUpOnce(prefix: string, key: Secret, digest: string, address: string | null): Promise<AcceptedKey> {
    const underWay = this.lookUps.get(digest);
    if (underWay !== undefined) return underWay;
    const lookUp = this.lookUp(prefix, key, digest, address).finally(() => this.lookUps.delete(digest));
    this.lookUps.set(digest, lookUp);
    return lookUp;
  }

  private async lookUp(prefix: string, key: Secret, digest: string, address: string | null): Promise<AcceptedKey> {
    const queriedAt = this.time.monotonic();
    const found = await this.repository.find('prefix', prefix);
    if (found === null) throw this.refuse(digest, 'unknown', null);
    const verdict = judgeKey(await this.keys.ring(), found, key);
    if (verdict !== 'good') throw this.refuse(digest, verdict, found.row);
    const { row, now } = found;
    const accepted = { caller: keyCaller(row), isAllowedFrom: addressTest(row.addresses) };
    const leftMs = row.expiresAt === null ? Infinity : row.expiresAt.getTime() - now.getTime();
    this.accepted.remember(digest, accepted, queriedAt, leftMs);
    if (accepted.isAllowedFrom(address)) this.noteUse(found, key);
    return accepted;
  }

  private refuse(digest: string, verdict: LoginRefusal, row: ApiKeyRow | null): Problem {
    this.accepted.forget(digest);
    if (row !== null) this.logFault(verdict, row);
    return refusal(verdict, row === null ? null : callerId(row));
  }

  private logFault(verdict: LoginRefusal, { id, prefix, keyId }: ApiKeyRow): void {
    const event = FAULTS[verdict];
    const fault = `${id} ${keyId} ${event}`;
    if (event === undefined || this.loggedFaults.has(fault)) return;
    if (this.loggedFaults.size >= MAX_LOGGED_FAULTS) this.loggedFaults.clear();
    this.loggedFaults.add(fault);
    logEvent(this.logger, event, { keyOf: id, prefix, serviceKeyId: keyId });
  }

  /** Runs in the background: no request waits for it or fails with it. One write at a time per key. */
  private noteUse(stored: StoredKey, key: Secret): void {
    const { id } = stored.row;
    if (this.useWrites.has(id)) return;
    const settled = this.writeUse(stored, key)
      .then(
        () => this.useOutages.worked(),
        (error: unknown) => this.useOutages.failed(error),
      )
      .finally(() => this.useWrites.delete(id));
    this.useWrites.set(id, settled);
  }

  private async writeUse({ row, now }: StoredKey, key: Secret): Promise<void> {
    const isNoted = row.lastUsedAt !== null && now.getTime() - row.lastUsedAt.getTime() < USE_NOTED_EVERY_MS;
    if (!isNoted) await this.repository.touch(row.id);
    // Moving a key to a newer service key needs its text, so it happens on use, unless another write was first.
    const ring = await this.keys.ring();
    if (row.keyId !== ring.newestId) await this.repository.rewrite(sealKey(ring, row, key), row);
  }
}

const keyCaller = (row: ApiKeyRow): Caller => ({
  kind: 'key',
  id: callerId(row),
  name: row.name,
  capacities: row.scope === 'all' ? [row.role, 'all_orders'] : [row.role],
  scope: row.scope ?? 'own',
  customer: null,
  clientSecret: null,
});

const callerId = ({ account }: ApiKeyRow): string => `key:${account}`;

/** Keeps the plain key out of memory. */
const digestOf = (key: Secret): string => hash('sha256', key.reveal(), 'base64');

/** One text for every fault: only the log says which it was. */
const refusal = (reason: LoginRefusal, actor: string | null = null): Problem =>
  refusedLogin('api_key', reason, PROBLEM_TEXTS.apiKeyInvalid, actor);
