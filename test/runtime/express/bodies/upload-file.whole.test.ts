import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../../support/temporary-folder';

/** Where the files of large forms are, and what becomes of a request where they cannot be. */

const folder = temporaryFolder();
const SRC = path.join(__dirname, '..', '..', '..', '..', 'src');
const script = path.join(folder, 'serve.cjs');
writeFileSync(
  script,
  `
const { runService, startService } = require('${SRC}/runtime/dist/service');
const { parseSource } = require('${SRC}/tools/dist/document');
const { loadContract } = require('${SRC}/tools/dist/generate');
const source = parseSource(\`
openapi: 3.1.0
info: { title: Albums, version: 1.0.0 }
paths:
  /albums:
    post:
      operationId: addAlbum
      x-max-body-bytes: 16MiB
      requestBody:
        content:
          multipart/form-data:
            schema: { type: object, properties: { cover: { type: string, format: binary } } }
      responses: { 204: { description: Added }, 503: { description: Away } }
\`, 'albums.yaml');
const { contract, validators } = loadContract(source.document);
const handlers = { addAlbum: () => Promise.resolve({ status: 204 }) };
void runService(() => startService({ contract, validators, handlers, dependencies: {} }));
`,
);

interface Served {
  readonly url: string;
  readonly log: () => string;
  readonly process: ChildProcess;
}

/** Serves the document in a process of its own. @param before commands of the shell, such as limits */
async function serve(temporary: string, before = ''): Promise<Served> {
  const command = `${before}exec "$0" "$@"`;
  const child = spawn('sh', ['-c', command, process.execPath, script], {
    env: { ...process.env, TMPDIR: temporary, PORT: '0', SHUTDOWN_GRACE_MS: '1000' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  while (!/http:\S+/.test(output)) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(20);
  }
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  return { url, log: () => output, process: child };
}

async function withProcess(served: Promise<Served>, use: (served: Served) => Promise<void>) {
  const { process: child, ...rest } = await served;
  try {
    await use({ ...rest, process: child });
  } finally {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function upload(url: string, bytes: number): Promise<number> {
  const body = new FormData();
  body.append('cover', new File([Buffer.alloc(bytes)], 'c'));
  return (await fetch(`${url}/albums`, { method: 'POST', body })).status;
}

it('uploads are in the folder that TMPDIR names, and gone when the process ends', async () => {
  const temporary = path.join(folder, 'uploads');
  mkdirSync(temporary);
  await withProcess(serve(temporary), async ({ url, process: child }) => {
    expect(await upload(url, 3_000_000)).toBe(204);
    while (readdirSync(temporary).length > 0) await sleep(10);
    const { hostname, port } = new URL(url);
    const slow = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(
          Buffer.from('--b\r\nContent-Disposition: form-data; name="cover"\r\n\r\n'),
        );
        controller.enqueue(Buffer.alloc(3_000_000));
      },
    });
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b' };
    const init = { method: 'POST', headers, body: slow, duplex: 'half' } as RequestInit;
    const cut = fetch(`http://${hostname}:${port}/albums`, init).catch(() => 'cut');
    while (readdirSync(temporary).length === 0) await sleep(10);
    child.kill('SIGTERM');
    await once(child, 'exit');
    await cut;
    expect(readdirSync(temporary)).toEqual([]);
  });
});

it.each([
  ['the folder is missing', path.join(folder, 'missing'), '', /ENOENT/],
  // No file may be larger than 2 MiB, as on a disk that is full.
  ['the disk is full', folder, 'ulimit -f 2048; ', /EFBIG/],
])(
  'an upload is refused with 503 where %s, and the log says why',
  async (_, temporary, before, reason) => {
    await withProcess(serve(temporary, before), async ({ url, log }) => {
      expect(await upload(url, 10_000_000)).toBe(503);
      expect(await upload(url, 500_000)).toBe(204);
      expect(log()).toMatch(reason);
      const told = JSON.stringify(
        `An upload cannot be kept in "${temporary}"; make room there, or`,
      );
      expect(log()).toContain(told.slice(1, -1));
    });
    expect(readdirSync(folder).filter((name) => name.startsWith('upload-'))).toEqual([]);
  },
);
