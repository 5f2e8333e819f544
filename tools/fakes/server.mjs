import http from 'node:http';
import https from 'node:https';

/**
 * A request with its body; `target`: path and query; `rawHeaders`: names and values in turn, in their original case.
 * @typedef {object} Received
 * @property {string} method
 * @property {string} target
 * @property {Readonly<Record<string, string | undefined>>} headers
 * @property {readonly string[]} rawHeaders
 * @property {Buffer} body
 * @property {string} text
 * @property {number} connection number of its connection, from 0
 */
/** @typedef {(response: http.ServerResponse, request: Received) => unknown} Answer */

/** A server on a free port of this machine that records requests and answers as it is told. */
export class FakeServer {
  /** @type {Received[]} */
  received = [];
  url = '';
  /** @type {import('node:net').Socket[]} */
  #connections = [];
  #server;

  /** @param {Answer} answer @param {https.ServerOptions} [tls] */
  constructor(answer, tls) {
    this.answer = answer;
    const listener = (/** @type {http.IncomingMessage} */ message, /** @type {http.ServerResponse} */ response) => {
      /** @type {Buffer[]} */
      const chunks = [];
      message.on('data', (chunk) => chunks.push(chunk));
      message.on('end', () => {
        const { method = '', url: target = '', rawHeaders } = message;
        const headers = /** @type {Record<string, string>} */ (message.headers);
        const body = Buffer.concat(chunks);
        const connection = this.#connections.indexOf(message.socket);
        const request = { method, target, headers, rawHeaders, body, text: body.toString('utf8'), connection };
        this.received.push(request);
        this.answer(response, request);
      });
    };
    this.#server = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
    this.#server.on('tlsClientError', () => undefined).on('connection', (socket) => this.#connections.push(socket));
  }

  /** @param {Answer} [answer] @param {https.ServerOptions} [tls] */
  static async start(answer = (response) => response.end(), tls) {
    const server = new FakeServer(answer, tls);
    await new Promise((resolve) => server.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.#server.address());
    server.url = `http${tls === undefined ? '' : 's'}://127.0.0.1:${port}`;
    return server;
  }

  /** @param {unknown} value @param {number} [status] @param {Record<string, string>} [headers] */
  answersWith(value, status = 200, headers = {}) {
    this.answer = (/** @type {http.ServerResponse} */ response) => answerJson(response, value, status, headers);
  }

  closeConnections() {
    for (const socket of this.#connections) socket.destroy();
  }

  /** @returns {Promise<void>} */
  async close() {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.closeConnections();
    await closed;
  }
}

/** @param {http.ServerResponse} response @param {unknown} value @param {number} [status] @param {Record<string, string>} [headers] */
export function answerJson(response, value, status = 200, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value));
}
