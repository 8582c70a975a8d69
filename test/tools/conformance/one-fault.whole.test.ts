import type { IncomingMessage } from 'node:http';
import type { Results } from '../../../src/tools/conformance/public';
import { answering, testServer } from './test-server';

/** One rule that a service does not keep is one failure of each operation, with the inputs that show it. */

const NOTE = `{ $ref: '#/components/schemas/Note' }`;
const document = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    post:
      operationId: createNote
      requestBody: { $ref: '#/components/requestBodies/Note' }
      responses:
        201: { description: Made, content: { application/json: { schema: ${NOTE} } } }
        4XX: { description: Refused }
    get:
      operationId: listNotes
      responses:
        200: { description: All, content: { application/json: { schema: { type: array, items: ${NOTE} } } } }
        x-audience: everybody
  /notes/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get:
      operationId: readNote
      responses:
        200: { description: One, content: { application/json: { schema: ${NOTE} } } }
        4XX: { description: Refused }
    put:
      operationId: replaceNote
      requestBody: { $ref: '#/components/requestBodies/Note' }
      responses:
        200: { description: One, content: { application/json: { schema: ${NOTE} } } }
        4XX: { description: Refused }
components:
  requestBodies:
    Note:
      required: true
      content: { application/json: { schema: { $ref: '#/components/schemas/NewNote' } } }
  schemas:
    NewNote:
      type: object
      required: [title]
      properties:
        title: { type: string, minLength: 1, maxLength: 20 }
        labels: { type: array, maxItems: 3, items: { type: string, maxLength: 8 } }
    Note:
      allOf:
        - $ref: '#/components/schemas/NewNote'
        - { type: object, required: [id], properties: { id: { type: integer } } }
`;

interface Note {
  readonly title?: unknown;
  readonly labels?: unknown;
}

const lengthOf = (text: string): number => Array.from(text).length;

/** The rules of the document, of which a service may lack some. */
const rules = {
  title: ({ title }: Note) => title !== undefined,
  text: ({ title = '' }: Note) => typeof title === 'string',
  minLength: ({ title }: Note) => title !== '',
  maxLength: ({ title }: Note) => typeof title !== 'string' || lengthOf(title) <= 20,
  labels: ({ labels = [] }: Note) =>
    Array.isArray(labels) &&
    labels.every((label) => typeof label === 'string' && lengthOf(label) <= 8),
  maxItems: ({ labels }: Note) => !Array.isArray(labels) || labels.length <= 3,
};

type Rule = keyof typeof rules;

function tested(
  lacks: readonly Rule[],
  shown: (note: object) => object = (note) => note,
  seed = 1,
): Promise<Results> {
  const kept = Object.entries(rules).filter(([name]) => !lacks.includes(name as Rule));
  const notes = new Map<number, object>();
  const body = (request: IncomingMessage, bytes: Buffer): Note | undefined => {
    if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) return undefined;
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      const note = JSON.parse(text) as unknown;
      if (typeof note !== 'object' || note === null || Array.isArray(note)) return undefined;
      return kept.every(([, keeps]) => keeps(note)) ? note : undefined;
    } catch {
      return undefined;
    }
  };
  const server = answering((request, bytes) => {
    const answer = (status: number, value: unknown, more = {}) =>
      [status, { 'Content-Type': 'application/json', ...more }, JSON.stringify(value)] as const;
    const [, id] = /^\/notes\/(-?\d{1,15})$/.exec(request.url ?? '') ?? [];
    const isAll = /^\/notes(?:\?|$)/.test(request.url ?? '');
    const method = `${request.method} ${id === undefined ? '' : 'one'}`;
    if (isAll && method === 'GET ') return answer(200, [...notes.values()].map(shown));
    if (isAll && method === 'POST ') {
      const note = body(request, bytes);
      if (note === undefined) return [400, {}];
      const made = { ...note, id: notes.size + 1 };
      notes.set(made.id, made);
      return answer(201, shown(made), { Location: `/notes/${made.id}` });
    }
    if (isAll) return [405, { Allow: 'GET, POST' }];
    const found = notes.get(Number(id));
    if (found === undefined) return [404, {}];
    if (method === 'GET one') return answer(200, shown(found));
    if (method !== 'PUT one') return [405, { Allow: 'GET, PUT' }];
    const note = body(request, bytes);
    if (note === undefined) return [400, {}];
    notes.set(Number(id), { ...note, id: Number(id) });
    return answer(200, shown({ ...note, id: Number(id) }));
  });
  return testServer(server, document, { runs: 20, seed });
}

const failuresOf = ({ findings }: Results): string[] =>
  findings.map(({ check, operationId, cause }) => `${check} ${operationId} ${cause}`).sort();
const bothRefuse = (place: string): string[] => [
  `invalid-refused createNote ${place}`,
  `invalid-refused replaceNote ${place}`,
];

it('a service that keeps every rule has no failure', async () => {
  expect(failuresOf(await tested([]))).toEqual([]);
});

it.each([
  ['title', 'body required title'],
  ['text', 'body /title type'],
  ['minLength', 'body /title minLength'],
  ['maxLength', 'body /title maxLength'],
  ['maxItems', 'body /labels maxItems'],
] as const)('without %s it has one of each operation, whatever comes back', async (rule, place) => {
  for (const seed of [1, 2, 3]) {
    expect([seed, failuresOf(await tested([rule], undefined, seed))]).toEqual([
      seed,
      bothRefuse(place),
    ]);
  }
});

it('a failure names the inputs that show it, and shows the least of them', async () => {
  const { findings } = await tested(['maxLength']);
  const [first] = findings;
  expect(first).toMatchObject({
    pointer: '/components/schemas/NewNote/properties/title/maxLength',
    others: expect.arrayContaining(['body /title: a text of 20000 characters']) as string[],
  });
  expect(first!.message).toContain('one character more than maxLength (20)');
});

it('what a response has wrong by itself is a failure beside it', async () => {
  const shown = (note: object): object => ({ ...note, labels: 'none' });
  const failures = failuresOf(await tested(['maxLength'], shown));
  expect(failures).toEqual(expect.arrayContaining(bothRefuse('body /title maxLength')));
  const ofBodies = failures.filter((each) => each.startsWith('body-matches-schema'));
  expect(ofBodies.map((each) => each.split(' ')[1])).toEqual([
    'createNote',
    'listNotes',
    'readNote',
    'replaceNote',
  ]);
});
