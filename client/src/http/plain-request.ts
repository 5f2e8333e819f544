/**
 * Replaces `Request`, so that `fetch` gets a URL and options: some implementations accept nothing else
 * (`expo/fetch`), and a `Request` has no relative URL outside of browsers.
 */
export class PlainRequest {
  readonly method: string;

  constructor(
    readonly url: string,
    readonly init: RequestInit,
  ) {
    this.method = init.method ?? 'GET';
  }
}
