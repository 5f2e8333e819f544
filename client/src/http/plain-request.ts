/**
 * Stands in for the platform's `Request`, so that `fetch` gets an address and what to send: some take nothing else (as
 * `expo/fetch`), and a `Request` has no relative address outside of browsers.
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
