import type { OperationStatus, Status } from '../../../scripts/dev/status';
import { statusLines } from '../../../scripts/dev/status';

const PROJECT = { root: '/p', out: '/p/generated' };

const running = { url: 'http://127.0.0.1:1', announcement: 'listens\n' };

function operation(id: string, said: Partial<OperationStatus> = {}): OperationStatus {
  const file = `/p/src/plants/handlers/${id}.ts`;
  return { operationId: id, method: 'GET', path: `/${id}`, file, ...PLAIN, ...said };
}
const NOTHING = { unsaid: [], restartFor: [] };
const PLAIN = { isWritten: true, isChanged: false };

function lines(status: Partial<Status>): string[] {
  const plain = { document: 'a.yaml', operations: [], faults: [], notices: '', ...NOTHING };
  return statusLines({ running, ...plain, ...status }, PROJECT).slice(2);
}

it('of more than twenty operations, those with nothing to be said are counted', () => {
  const written = Array.from({ length: 21 }, (_, index) => operation(`o${index}`));
  const operations = [...written, operation('new', { isWritten: false })];
  expect(lines({ operations })).toEqual([
    '  new (GET /new): answered by the mock; write src/plants/handlers/new.ts',
    '  21 more operations are written',
  ]);
  expect(lines({ operations: written.slice(1) })).toHaveLength(20);
});

it('type errors of handlers stand beside them, those of the registry nowhere, others below', () => {
  const fault = (file: string): { file: string; line: number; message: string } => ({
    file,
    line: 3,
    message: 'TS1: no',
  });
  const operations = [operation('a')];
  const typeFaults = [
    fault('/p/src/plants/handlers/a.ts'),
    fault('/p/generated/handlers.ts'),
    fault('/p/src/b.ts'),
  ];
  expect(lines({ operations, typeFaults })).toEqual([
    '  a (GET /a): type error at src/plants/handlers/a.ts:3: TS1: no',
    'types: 3 errors',
    'src/b.ts:3: TS1: no',
  ]);
  expect(lines({ operations, typeFaults: [] })).toContain('types: no errors');
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
    restartFor: ['/p/x.ts'],
  };
  expect(statusLines(status, PROJECT)).toEqual([
    'a.yaml is not served yet',
    'restart needed: x.ts is part of what runs',
    'a.yaml:1: no',
    '> 1 | no',
  ]);
});
