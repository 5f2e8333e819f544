import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '#scripts/lib/ports.mjs';

/** A load balancer that knows of its upstreams only what its own requests show. */
export interface Balancer {
  readonly name: string;
  readonly url: string;
  close(): Promise<void>;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const nginx = findNginx();
  return nginx === null ? startNodeBalancer(ports) : startNginx(nginx, ports);
}

function findNginx(): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  for (const file of [process.env['NGINX_BINARY'] ?? '', ...folders.map((folder) => join(folder, 'nginx'))]) {
    try {
      accessSync(file);
      return file;
    } catch {
      // The next one.
    }
  }
  return null;
}

async function startNginx(nginx: string, ports: readonly number[]): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  const config = `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
    events {}
    http {
      access_log off; ${paths}
      upstream service { ${ports.map((upstream) => `server 127.0.0.1:${upstream} max_fails=0;`).join(' ')} keepalive 32; }
      server {
        listen 127.0.0.1:${port};
        location / { proxy_pass http://service; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host; }
      }
    }`;
  await writeFile(join(folder, 'nginx.conf'), config);
  const child = spawn(nginx, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(`${url}/health/live`).catch(() => null))?.ok; tries++) {
    if (tries > 100 || child.exitCode !== null) {
      child.kill();
      throw new Error('nginx does not answer');
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  return { name: 'nginx', url, close };
}

/** As nginx with `keepalive` does it: another upstream for a connection that was refused, 502 for one that broke. */
async function startNodeBalancer(ports: readonly number[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  let turn = 0;
  const forward = (
    incoming: IncomingMessage,
    response: ServerResponse,
    body: Buffer,
    at: number,
    left: number,
  ): void => {
    const { method, url: path, headers } = incoming;
    const { connection: _, ...kept } = headers;
    const port = ports[at % ports.length];
    const sent = request({ host: '127.0.0.1', port, method, path, headers: kept, agent }, (answer) => {
      const { connection: __, ...head } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, head);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' && left > 1) forward(incoming, response, body, at + 1, left - 1);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${String(error)} ${sent.reusedSocket ? 'on a kept' : 'on a new'} connection`);
    });
    sent.end(body);
  };
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => forward(incoming, response, Buffer.concat(chunks), turn++, ports.length));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const close = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    agent.destroy();
    await closed;
  };
  return { name: 'a proxy of Node', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
