import type { AttemptResponse } from '../decisions/retries.js';

/** Sends webhooks, without redirects or proxies. */
export abstract class WebhookTransport {
  /** Never throws for network errors or responses. */
  abstract send(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<AttemptResponse>;
}
