import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import ts from 'typescript';
import manifest from '../../package.json';
import { temporaryFolder } from '../support/temporary-folder';
import { wellFormed } from '../support/hostile-document';
import { activeLines } from '../support/inert-text';
import { NewProject } from '../support/new-project';
import { CANARY, type HostileDocument, PLANTED } from './documents';
import { ToolProcess, type ToolRun } from './run-tool';

const within = temporaryFolder();
const MOST_BYTES = 512 * 2 ** 20;
const SPEC = path.join('spec', 'openapi.yaml');
/** A project of a stranger, beside files of its user. */
class Folder {
  readonly project: string;
  readonly made: string;

  constructor(
    private readonly root: string,
    { document, files = {}, links = {}, pipes = [] }: HostileDocument,
  ) {
    this.project = path.join(root, 'project');
    this.made = path.join(root, 'made');
    this.write(
      'outside/secret.yaml',
      `type: object\nproperties: { token: { const: ${CANARY} } }\n`,
    );
    this.write('home/.docker/config.json', JSON.stringify({ auths: CANARY }));
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    this.write(path.join('project', SPEC), text);
    for (const [name, content] of Object.entries(files)) this.write(`project/${name}`, content);
    for (const [name, target] of Object.entries(links)) {
      mkdirSync(path.dirname(path.join(this.project, name)), { recursive: true });
      symlinkSync(target, path.join(this.project, name));
    }
    for (const name of pipes) execFileSync('mkfifo', [path.join(this.project, name)]);
  }

  private write(name: string, text: string): void {
    const file = path.join(this.root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Names of the files that no tool is to make. */
  outside(): string[] {
    const own = new Set(['project', 'made']);
    return readdirSync(this.root, { recursive: true, encoding: 'utf8' })
      .filter((name) => !own.has(name.split(path.sep)[0] ?? ''))
      .sort();
  }

  /** The text of all that the tools wrote, by name. */
  written(): Map<string, string> {
    const given = new Set([path.join('project', SPEC)]);
    const files = ['project/generated', 'project/src', 'project/test', 'made']
      .filter((name) => existsSync(path.join(this.root, name)))
      .flatMap((name) =>
        readdirSync(path.join(this.root, name), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
          .map((entry) => path.relative(this.root, path.join(entry.parentPath, entry.name))),
      )
      .filter((name) => !given.has(name));
    return new Map(files.map((name) => [name, readFileSync(path.join(this.root, name), 'utf8')]));
  }
}

/** Sends a request for each operation, and takes what comes. @returns all that came */
async function request(url: string): Promise<string> {
  const document = await send(url, 'GET', '/-/openapi.json');
  const { paths = {} } = JSON.parse(document) as { readonly paths?: Record<string, object> };
  const targets = Object.entries(paths).slice(0, 10);
  const responses = [document, await send(url, 'GET', '/-/docs')];
  for (const [template, item] of targets) {
    for (const method of Object.keys(item).filter((name) => /^(?:get|post)$/.test(name))) {
      const target = encodeURI(wellFormed(template.replaceAll(/\{[^}]*\}/g, 'a')));
      responses.push(await send(url, method.toUpperCase(), target));
    }
  }
  return responses.join('\n');
}

function send(url: string, method: string, target: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = http.request({ hostname, port, method, path: target }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve(body));
    });
    sent.on('error', reject);
    sent.end();
  });
}

type Tools = 'all' | 'all but dev';

const tools = new ToolProcess();
const servers = new ToolProcess();
afterAll(() => {
  tools.end();
  servers.end();
});

/**
 * Runs the tools on a document.
 *
 * @returns the runs by what was run, and what mock and dev sent
 */
async function runAll(
  folder: Folder,
  which: Tools,
): Promise<{ runs: Map<string, ToolRun>; sent: string }> {
  const { project, made } = folder;
  const runs = new Map<string, ToolRun>();
  const sent: string[] = [];
  const run = async (args: readonly string[]): Promise<void> => {
    runs.set(args[0]!, await tools.run(project, args));
  };
  await run(['generate']);
  await run(['check', '--report', 'github=github.txt']);
  await run(['scaffold']);
  await run(['init', made, '--spec', SPEC, '--no-install', '--package', manifest.version]);
  const annotations = path.join(project, 'github.txt');
  if (existsSync(annotations)) {
    const stdout = readFileSync(annotations, 'utf8');
    runs.set('check --format github', { ...runs.get('check')!, stdout, stderr: '' });
  }
  const mock = await servers.run(project, ['mock', SPEC, '--port', '0'], {
    ready: /listens on (http:\S+)/,
    act: async ([, url = '']) => {
      sent.push(await request(url));
      await run(['conformance', '--url', url, '--runs', '2', '--seconds', '1']);
    },
  });
  runs.set('mock', mock);
  if (which === 'all' && existsSync(made)) {
    new NewProject(made).link();
    const dev = await servers.run(made, ['dev'], {
      ready: /served at (http:\S+?),|is not served yet/,
      act: async ([, url]) => {
        if (url !== undefined) sent.push(await send(url, 'GET', '/-/openapi.json'));
      },
    });
    runs.set('dev', dev);
  }
  return { runs, sent: sent.join('\n') };
}

/** Identifiers of a program, which are no text. */
function identifiers(text: string): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest));
  return found;
}

/** What is wrong with a run, as lines. */
function faultsOf({ stdout, stderr, end }: ToolRun): string[] {
  const said = stdout + stderr;
  return [
    ...(end === undefined ? ['took too much of the processor or of the memory'] : []),
    ...(end && ![0, 1, 2].includes(end.code) ? [`ended with ${end.code}`] : []),
    ...(end && end.bytes > MOST_BYTES ? [`had ${end.bytes} bytes`] : []),
    ...activeLines(said).map((line) => `printed ${JSON.stringify(line)}`),
    ...(/^ {4}at .*/m.exec(said) ?? []).map((line) => `printed a stack: ${line}`),
    ...(said.includes(CANARY) ? ['printed what it may not read'] : []),
  ];
}

function faultsOfFile(name: string, text: string): string[] {
  const hasCode = /\.[cm]?[jt]s$/.test(name) && identifiers(text).has(PLANTED);
  return [
    ...(text.includes(CANARY) ? [`${name} has what may not be read`] : []),
    ...(hasCode ? [`${name} has code of the document`] : []),
  ];
}

/**
 * Tests that each of the tools takes each of these documents to an end, and that what it reads, runs, prints, takes and writes
 * has its bounds.
 */
export function tryDocuments(
  documents: Readonly<Record<string, HostileDocument>>,
  which: Tools,
): void {
  it.each(Object.entries(documents))('a document that %s', (name, document) =>
    tryDocument(name, document, which),
  );
}

async function tryDocument(name: string, given: HostileDocument, which: Tools): Promise<void> {
  const folder = new Folder(path.join(within, name.replaceAll(/\W+/g, '-')), given);
  const outside = folder.outside();
  const { runs, sent } = await runAll(folder, which);
  const faults = [
    ...[...runs].flatMap(([tool, run]) => faultsOf(run).map((fault) => `${tool}: ${fault}`)),
    ...[...folder.written()].flatMap(([file, text]) => faultsOfFile(file, text)),
    ...(sent.includes(CANARY) ? ['the mock sent what it may not read'] : []),
  ];
  expect(faults).toEqual([]);
  expect(folder.outside()).toEqual(outside);
}
