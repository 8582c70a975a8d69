import { answering, testServer } from '../test-server';

/** A list of the latest thing, which has it at once, or only after it was listed some times. */

const DOCUMENT = `
openapi: 3.1.0
info: { title: Notes, version: 1.0.0 }
paths:
  /notes:
    get:
      operationId: listNotes
      responses:
        200: { description: All, content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Note' } } } } }
    post:
      operationId: createNote
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
      responses:
        201: { description: Made, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        400: { description: Refused }
  /notes/{id}:
    get:
      operationId: getNote
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        200: { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } } }
        404: { description: None }
components:
  schemas:
    Note:
      type: object
      required: [id, title, state]
      properties:
        id: { type: integer, readOnly: true }
        title: { type: string, maxLength: 40 }
        state: { type: string, enum: [waiting] }
`;

interface Note {
  readonly title: string;
  readonly state: string;
}

async function failures(keepsRefused: boolean): Promise<readonly string[]> {
  const notes: { note: { id: number }; listings: number }[] = [];
  const server = answering(({ method, url }, bytes) => {
    const answer = (status: number, value: unknown) =>
      [status, { 'Content-Type': 'application/json' }, JSON.stringify(value)] as const;
    const found = notes.find(({ note }) => url === `/notes/${note.id}`);
    if (url !== '/notes') return found && method === 'GET' ? answer(200, found.note) : 404;
    if (method === 'GET') {
      const latest = notes.at(-1);
      return answer(200, latest && --latest.listings <= 0 ? [latest.note] : []);
    }
    if (method !== 'POST') return [405, { Allow: 'GET, POST' }];
    const { title, state } = jsonOf(bytes);
    const isRight = typeof title === 'string' && title.length <= 40 && state === 'waiting';
    const note = { id: notes.length + 1, title, state };
    if (isRight || keepsRefused) notes.push({ note, listings: keepsRefused ? 1 : 4 });
    return isRight ? answer(201, note) : 400;
  });
  const { findings } = await testServer(server, DOCUMENT, {
    parallel: 1,
    makes: (check) => check === 'refused-create-leaves-nothing',
  });
  return findings.map(({ check, message }) => `${check}: ${message}`);
}

function jsonOf(bytes: Buffer): Partial<Note> {
  try {
    return (JSON.parse(bytes.toString()) ?? {}) as Partial<Note>;
  } catch {
    return {};
  }
}

it('what was created before a refusal may be listed after it', async () => {
  expect(await failures(false)).toEqual([]);
});

it('what was refused is found in a list', async () => {
  expect(await failures(true)).toEqual([
    'refused-create-leaves-nothing: the creation was refused (400), and what it sent is there',
  ]);
});
