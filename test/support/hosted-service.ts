import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { nativeCompiler } from '../../src/tools/cli/optional-packages';
import { DECIDED, SAME } from './host-requests';
import { fileOf, readPage } from './page-service';
import { parseHeaders } from './response-reader';
import { RawConnection } from './raw-connection';
import { TRELLIS } from './run-script';
import { linkPackages, temporaryFolder } from './temporary-folder';

/** A service of requests of every kind, served by the hosts of docs/hosts.md, in the page's own words. */

const page = readPage('hosts.md');
const [, HEAD = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(page)!;
const FIXTURES = path.join(__dirname, '..', 'fixtures', 'hosts');

const TSCONFIG = {
  compilerOptions: {
    ...{ target: 'ES2023', module: 'nodenext', strict: true, skipLibCheck: true },
    ...{ types: ['node'], outDir: 'dist', rootDir: '.' },
  },
};

/** A file of the page, at a port that is free. */
export function textOf(name: string): string {
  const text = HEAD + fileOf(page, name);
  return text.replace('port: 3000', 'port: 0').replace('Deno.serve(', 'Deno.serve({ port: 0 }, ');
}

export class HostedService {
  private readonly folder = temporaryFolder();
  private readonly started: ChildProcess[] = [];

  /** @param hosts names of files of the page */
  constructor(hosts: readonly string[]) {
    const others = ['hono', '@hono', 'fastify', '@types'];
    linkPackages(this.folder, ...others);
    this.write('package.json', '{ "type": "module" }');
    this.write('tsconfig.json', JSON.stringify(TSCONFIG));
    for (const name of ['openapi.yaml', 'service.ts', 'express.ts', 'emulate.js', 'listens.cjs']) {
      this.write(name, readFileSync(path.join(FIXTURES, name), 'utf8'));
    }
    for (const name of hosts) {
      this.write(name, textOf(name));
    }
    this.run(
      process.execPath,
      TRELLIS,
      'generate',
      '--spec',
      'openapi.yaml',
      '--generated',
      'generated',
    );
    this.run(nativeCompiler());
    afterAll(() => {
      for (const each of this.started) each.kill();
    });
  }

  /** Starts a file with Node. @returns its URL */
  serve(...args: readonly string[]): Promise<string> {
    return this.start(process.execPath, '--require', './listens.cjs', ...args);
  }

  /** Starts a program that says where it listens. */
  start(program: string, ...args: readonly string[]): Promise<string> {
    const child = spawn(program, args, { cwd: this.folder, env: { ...process.env, NODE_ENV: '' } });
    this.started.push(child);
    let said = '';
    return new Promise((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        said += chunk.toString();
        const [, port] = /http:\/\/[^\s:]+:(\d+)/.exec(said) ?? [];
        if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', () => reject(new Error(`${args.join(' ')} ended: ${said}`)));
    });
  }

  write(name: string, text: string): void {
    writeFileSync(path.join(this.folder, name), text);
  }

  private run(program: string, ...args: readonly string[]): void {
    execFileSync(program, args, { cwd: this.folder, encoding: 'utf8' });
  }
}

/** A response as far as hosts have to agree. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, readonly string[]>>;
  /** Undefined where it was broken off. */
  readonly body: string | undefined;
}

/** Fields of the connection. */
const OF_CONNECTION = ['connection', 'date', 'keep-alive', 'transfer-encoding'];

/** Sends a request on a connection of its own. @param request lines of its head, and its content */
async function answerTo(
  url: string,
  [lines, content = '']: readonly [lines: readonly string[], content?: string],
): Promise<Answer> {
  const connection = await RawConnection.open(url);
  const host = lines.some((line) => line.startsWith('Host:')) ? [] : ['Host: 127.0.0.1'];
  const head = [...lines, ...host, 'Connection: close', '', content].join('\r\n');
  const received = await connection.write(Buffer.from(head, 'latin1')).closed();
  const [, start = '', rest = ''] = /^([\s\S]*?)\r\n\r\n([\s\S]*)$/.exec(received) ?? [];
  const all = parseHeaders(start);
  const isChunked = all['transfer-encoding'] !== undefined;
  const headers = Object.entries(all).filter(([name]) => !OF_CONNECTION.includes(name));
  return {
    status: Number(start.split(' ')[1]),
    headers: Object.fromEntries(headers.sort()),
    body: isChunked ? dechunked(rest) : rest,
  };
}

function dechunked(text: string): string | undefined {
  const chunk = /^([\da-f]+)\r\n/i.exec(text);
  if (chunk === null) return undefined;
  const [line, size] = chunk;
  const end = line.length + Number.parseInt(size!, 16);
  if (end === line.length) return '';
  const others = dechunked(text.slice(end + 2));
  return others === undefined ? undefined : text.slice(line.length, end) + others;
}

/** Sends each request to a host and to Express. @param start resolves to the host's URL */
export function hostAnswers(
  hosted: HostedService,
  name: string,
  start: () => Promise<string>,
): void {
  describe(name, () => {
    let host = '';
    let express = '';
    beforeAll(async () => {
      host = await start();
      express = await hosted.serve('dist/express.js');
    });

    it.each(Object.entries(SAME))('answers as Express: %s', async (_, request) => {
      expect(await answerTo(host, request)).toEqual(await answerTo(express, request));
    });

    it('reads and sends what has come, where it streams', async () => {
      const connection = await RawConnection.open(host);
      const lines = [
        ...['POST /bytes HTTP/1.1', 'Host: a', 'Content-Type: application/octet-stream'],
        ...['Transfer-Encoding: chunked', '', '1', 'a'],
      ];
      connection.write(lines);
      const { status } = await (
        name === 'AWS Lambda' ? connection.write(['0', '']) : connection
      ).response();
      connection.write(['0', '']).abort();
      expect(status).toBe(200);
    });

    it('goes on with a connection whose body it refused', async () => {
      const connection = await RawConnection.open(host);
      const size = 200_000;
      const type = 'Content-Type: application/json';
      connection.write(['POST /echo HTTP/1.1', 'Host: a', type, `Content-Length: ${size}`, '']);
      connection.write(' '.repeat(size));
      expect((await connection.response()).status).toBe(413);
      connection.write(['GET /status/204 HTTP/1.1', 'Host: a', '']);
      expect((await connection.response()).status).toBe(204);
      connection.abort();
    });

    it.each(Object.entries(DECIDED))('decides: %s', async (_, { request, all, of }) => {
      const decided = of?.[name] ?? all ?? (await answerTo(express, request));
      expect(await answerTo(host, request)).toEqual(expect.objectContaining(decided));
    });
  });
}
