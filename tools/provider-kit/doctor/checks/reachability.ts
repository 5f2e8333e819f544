import type { RampResult } from '../../../../src/ramp/port/ramp.errors.js';
import type { Trial } from '../../lib/provider-trial.js';
import { failed, passed } from '../finding.js';
import type { Finding } from '../finding.js';

const NETWORK = 'Check RAMP_BASE_URL, the name service, firewalls, and whether the provider lists your addresses.';

/** Any answer passes; other checks judge its content. */
export function judgeReachability({ result, sentAt, receivedAt }: Trial<unknown>): Finding {
  const ms = receivedAt.getTime() - sentAt.getTime();
  if (result.kind === 'not_sent') {
    const isCertificate = /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/.test(result.detail);
    return failed(
      `no connection to the provider: ${result.detail}`,
      isCertificate ? 'The certificate of RAMP_BASE_URL has to be valid for its name.' : NETWORK,
    );
  }
  if (result.kind === 'unknown' && result.reason !== 'server_error' && result.reason !== 'redirect') {
    return failed(`the provider does not answer: ${result.detail}`, NETWORK);
  }
  if (result.kind === 'unknown' && result.reason === 'redirect') {
    return failed(
      `the provider answers with a redirect (${result.detail}), which is never followed`,
      'Put the address to which it leads into RAMP_BASE_URL, if it is the provider’s.',
    );
  }
  return passed(`an answer after ${ms} ms (HTTP ${result.evidence.httpStatus ?? '-'})`);
}

export function isAnswer({ kind }: RampResult<unknown>): boolean {
  return kind === 'answered' || kind === 'refused' || kind === 'protocol';
}
