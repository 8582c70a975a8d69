import {
  type OperationStatus,
  type Status,
  statusLines,
  Screen,
} from '../../../src/tools/dev/status';
import { setImmediate as turn } from 'node:timers/promises';
import { batched } from '../../../src/tools/dev/batched';
import { MockedOperations } from '../../../src/tools/dev/mocked-operations';
import { loadContract } from '../../../src/tools/generate/in-memory';
import { parseSource } from '../../../src/tools/document/read/read-document';
import { serveDocument } from '../../support/serve-document';

const PROJECT = { root: '/p', out: '/p/generated' };

const running = { url: 'http://127.0.0.1:1', announcement: 'listens\n' };

function operation(id: string, said: Partial<OperationStatus> = {}): OperationStatus {
  const file = `/p/src/plant-store/plants/handlers/${id}.ts`;
  return { operationId: id, method: 'GET', path: `/${id}`, file, ...PLAIN, ...said };
}
const NOTHING = { unsaid: [] };
const PLAIN = { isWritten: true, isChanged: false };

function lines(status: Partial<Status>): string[] {
  const plain = { document: 'a.yaml', operations: [], faults: [], notices: '', ...NOTHING };
  return statusLines({ running, ...plain, ...status }, PROJECT).slice(2);
}

it('of more than twenty operations, those with nothing to be said are counted', () => {
  const written = Array.from({ length: 21 }, (_, index) => operation(`o${index}`));
  const operations = [...written, operation('new', { isWritten: false })];
  expect(lines({ operations })).toEqual([
    '  new (GET /new): answered by the mock; write src/plant-store/plants/handlers/new.ts',
    '  21 more operations are written',
  ]);
  expect(lines({ operations: written.slice(1) })).toHaveLength(20);
});

describe('type errors', () => {
  const fault = (file: string, line = 3) => ({ file, line, message: 'TS1: no' });
  const registry = fault('/p/generated/handlers.ts');

  it('of a handler stand beside it, all others below', () => {
    const operations = [operation('a')];
    const [first, second] = [3, 7].map((line) =>
      fault('/p/src/plant-store/plants/handlers/a.ts', line),
    );
    const typeFaults = [first!, second!, registry, fault('/p/src/b.ts')];
    expect(lines({ operations, typeFaults })).toEqual([
      '  a (GET /a): type error at src/plant-store/plants/handlers/a.ts:3: TS1: no',
      'types: 3 errors',
      'src/plant-store/plants/handlers/a.ts:7: TS1: no',
      'src/b.ts:3: TS1: no',
    ]);
    expect(lines({ operations, typeFaults: [] })).toContain('types: no errors');
  });

  it('of the registry are told where nothing else says them', () => {
    const typeFaults = [registry];
    const unwritten = lines({ operations: [operation('a', { isWritten: false })], typeFaults });
    expect(unwritten.slice(1)).toEqual(['types: no errors but for handlers that are not written']);
    const written = lines({ operations: [operation('a')], typeFaults });
    expect(written.slice(1)).toEqual(['types: 1 error', 'generated/handlers.ts:3: TS1: no']);
  });
});

it('what is changed is said where there is something to compare with', () => {
  const operations = [operation('a', { isChanged: true })];
  expect(lines({ operations, base: 'HEAD' })).toEqual(['  a (GET /a): changed since HEAD']);
  expect(lines({ operations })).toEqual(['  a (GET /a): written']);
});

it('of more than ten changes that the version does not say, the rest is counted, with the command that lists them', () => {
  const unsaid = Array.from({ length: 12 }, (_, index) => `a.yaml:${index}: no`);
  const said = lines({ unsaid: unsaid.slice(0, 10), base: 'HEAD' });
  expect(said).toEqual([
    'changes since HEAD that info.version does not say: 10',
    ...unsaid.slice(0, 10),
  ]);
  expect(lines({ unsaid, base: 'HEAD' })).toEqual([
    'changes since HEAD that info.version does not say: 12',
    ...unsaid.slice(0, 10),
    '2 more: npm run check -- --only breaking --base HEAD:./a.yaml',
  ]);
});

it('before anything is served, it says so, and why', () => {
  const faults = [{ message: 'a.yaml:1: no', excerpt: '> 1 | no' }];
  const status = {
    document: 'a.yaml',
    operations: [],
    faults,
    notices: '',
    unsaid: [],
  };
  expect(statusLines(status, PROJECT)).toEqual([
    'a.yaml is not served yet',
    'a.yaml:1: no',
    '> 1 | no',
  ]);
});

/** A screen with an output that records its text. */
function screenOf(isTTY: boolean): { screen: Screen; written: () => string } {
  let text = '';
  const output = { isTTY, rows: 3, write: (chunk: string) => (text += chunk) };
  const written = (): string => {
    const all = text;
    text = '';
    return all;
  };
  return { screen: new Screen(output as unknown as NodeJS.WriteStream), written };
}

it('on a terminal it scrolls away what was there, and draws all lines', () => {
  const { screen, written } = screenOf(true);
  screen.show(['one', 'two']);
  expect(written()).toBe('\n\n\n\x1b[H\x1b[Jone\ntwo\n\n');
  screen.say('said');
  expect(written()).toBe('said\n');
  screen.show(['one', 'two']);
  expect(written()).toBe('');
  screen.show(['one', 'three']);
  expect(written()).toBe('\n\n\n\x1b[H\x1b[Jone\nthree\n\n');
});

it('elsewhere it writes lines that were not there before', () => {
  const { screen, written } = screenOf(false);
  screen.show(['one', 'two']);
  screen.show(['one', 'three']);
  screen.show(['one']);
  screen.show(['one', 'two']);
  expect(written()).toBe('one\ntwo\nthree\ntwo\n');
});

it.each([true, false])('nothing of others commands it (a terminal: %s)', (isTTY) => {
  const { screen, written } = screenOf(isTTY);
  screen.show(['a\u001b[2J\n::error::b']);
  screen.say('c\u009d0;d\u009c\n::stop-commands::e');
  expect(written().replace('\n\n\n\x1b[H\x1b[J', '').trimEnd().split(/\n+/)).toEqual([
    'a\\u001b[2J\\n::error::b',
    'c\\u009d0;d\\u009c',
    '\\u003a:stop-commands::e',
  ]);
});

describe('batched', () => {
  it('gathers what comes while it is at work, and does it right after, never twice at once', async () => {
    const done: (readonly string[])[] = [];
    const ends: (() => void)[] = [];
    const give = batched<string>((changes) => {
      done.push(changes);
      return new Promise((resolve) => ends.push(resolve));
    });
    give(['a']);
    give(['b']);
    give(['c', 'd']);
    expect(done).toEqual([['a']]);
    ends[0]!();
    await turn();
    expect(done).toEqual([['a'], ['b', 'c', 'd']]);
    ends[1]!();
    await turn();
    give(['e']);
    expect(done).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });
});

describe('mocked operations', () => {
  const DOCUMENT = `openapi: 3.1.0
info: { title: Things, version: '1' }
paths:
  /between:
    get:
      operationId: between
      responses:
        '200':
          description: No integer is between
          content: { application/json: { schema: { type: integer, exclusiveMinimum: 1, exclusiveMaximum: 2 } } }
        '501': { description: Not yet, content: { text/plain: { schema: { type: string } } } }
`;

  it('what no body can be made for is not implemented, and says what to do', async () => {
    const source = parseSource(DOCUMENT, 'things.yaml');
    const said: string[] = [];
    const mocked = new MockedOperations(source, loadContract(source.document), (line) =>
      said.push(line),
    );
    const name = { operationId: 'between', file: 'between', identifier: 'between' };
    const served = await serveDocument(DOCUMENT, { between: mocked.handler(name) });
    const response = await fetch(`${served.url}/between`).finally(() => served.close());
    expect([response.status, await response.text()]).toEqual([
      501,
      expect.stringMatching(
        /^The mock finds no valid body: is not allowed; give the response an example in the document, or write between$/,
      ),
    ]);
    expect(served.faults).toEqual([]);
    expect(said).toEqual([expect.stringMatching(/^things.yaml:10: .*no valid value was found/)]);
  });
});
