import { Injectable, Logger } from '@nestjs/common';
import { Settings } from '../../platform/config/settings.js';
import type { ChallengeSettings } from '../../platform/config/settings.js';
import { boundedText } from '../../platform/text/http-response.js';
import { Time } from '../../platform/time/time.js';
import { causeCode } from '../../platform/problems/error-code.js';
import { Problem, PROBLEM_TEXTS, RETRY_AFTER_S } from '../../platform/problems/problem.js';
import { Slots } from '../../platform/limits/slots.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { OutageLog } from '../../platform/telemetry/outage-log.js';
import { readResponse, verdictOf, verificationForm } from './challenge-verdict.js';
import type { ChallengeVerdict, Guest } from './challenge-verdict.js';

/** Covers the call and its body. */
const TIMEOUT_MS = 5000;
const LONGEST_BYTES = 64 * 1024;
const MOST_AT_ONCE = 64;
/** Limit per address block, so that forged responses cannot use up all places. */
const MOST_OF_BLOCK = 8;

@Injectable()
export class GuestChallenge {
  private readonly outages = new OutageLog(new Logger(GuestChallenge.name), 'guest_challenges');
  private readonly seats = new Slots();

  constructor(
    private readonly settings: Settings,
    private readonly metrics: Metrics,
    private readonly time: Time,
  ) {}

  get isAsked(): boolean {
    return this.settings.guests.challenge !== null;
  }

  /** Throws `challenge_required`, or `unavailable` without a verdict: an attacker may be what blocks the verifier. */
  async require(guest: Guest): Promise<void> {
    const { challenge } = this.settings.guests;
    if (challenge === null) return;
    const verdict = await this.verdict(challenge, guest);
    this.metrics.guestChallenges.inc({ result: verdict.kind });
    if (verdict.kind === 'refused') {
      throw new Problem('challenge_required', PROBLEM_TEXTS.challengeRequired, {
        security: { event: 'guest_challenge_failed', facts: { reason: verdict.reason } },
      });
    }
    if (verdict.kind === 'unverified') throw notVerifiable();
  }

  private async verdict(challenge: ChallengeSettings, guest: Guest): Promise<ChallengeVerdict> {
    const response = readResponse(guest.challengeResponse);
    if (typeof response !== 'string') return response;
    const verdict = await this.ask(challenge, response, guest);
    if (verdict.kind === 'unverified') this.outages.failed(new Error(verdict.why));
    else this.outages.worked();
    return verdict;
  }

  private async ask(challenge: ChallengeSettings, response: string, guest: Guest): Promise<ChallengeVerdict> {
    const leaveOfBlock = this.seats.acquire(`block ${guest.block}`, MOST_OF_BLOCK);
    const leave = leaveOfBlock && this.seats.acquire('verifier', MOST_AT_ONCE);
    try {
      if (leave === null) throw notVerifiable();
      return await verify(challenge, verificationForm(challenge, response, guest), this.time);
    } finally {
      leave?.();
      leaveOfBlock?.();
    }
  }
}

/** Never rejects; no error includes what was sent. */
async function verify({ url }: ChallengeSettings, form: URLSearchParams, time: Time): Promise<ChallengeVerdict> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: form,
      // A redirect could leak the secret or forge a verdict.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await boundedText(response, LONGEST_BYTES);
    return verdictOf(response.status, text, time.now().getTime());
  } catch (error) {
    return { kind: 'unverified', why: causeCode(error) ?? String(error) };
  }
}

const notVerifiable = (): Problem =>
  new Problem('unavailable', PROBLEM_TEXTS.challengeNotVerifiable, { retryAfter: RETRY_AFTER_S });
