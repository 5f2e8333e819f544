import { causeCode, errorCode } from '../../../src/platform/problems/error-code.js';

/** The result of one unsigned request to an address of our own or of the merchant's shop. */
export type OutsideAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly type: string; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

const LIMIT_MS = 10_000;
const MOST_TEXT = 10_000;

/** Requests addresses as a stranger would: no redirects, verified certificates. */
export class Outside {
  /** Sends a GET. Never throws. `text` is the beginning of the body. */
  async get(url: string): Promise<OutsideAnswer> {
    try {
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
      const type = response.headers.get('content-type') ?? '';
      return { kind: 'answered', status: response.status, type, text: await beginning(response) };
    } catch (error) {
      return { kind: 'failed', reason: reasonOf(error) };
    }
  }
}

async function beginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    // Leaving the loop cancels the rest.
    if (text.length >= MOST_TEXT) break;
  }
  return text.slice(0, MOST_TEXT);
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${LIMIT_MS / 1000} s`;
  return causeCode(error) ?? errorCode(error) ?? (error instanceof Error ? error.message : 'no answer');
}
