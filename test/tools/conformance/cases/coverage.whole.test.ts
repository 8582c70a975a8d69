import type { IncomingMessage } from 'node:http';
import { asObject } from '../../../../src/tools/document';
import { type Answer, answering, testServer } from '../test-server';

describe('long texts', () => {
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Guest book, version: '1' }
paths:
  /entries:
    post:
      operationId: addEntry
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [kind, text]
              properties: { kind: { enum: [wish] }, text: { type: string } }
      responses:
        '204': { description: Added }
        4XX: { description: Refused }
`;

  /** The findings for a service that answers texts of more than 4000 characters with a status. */
  async function found(status: number): Promise<string[]> {
    const server = answering((_, { length }) => (length > 4_000 ? status : 204));
    const { findings } = await testServer(server, DOCUMENT);
    const about = findings.map(({ check, message }) => `${check}: ${message}`);
    return about.filter((each) => each.includes('20000 characters'));
  }

  it('a service may refuse a text that is very long, and must not fail', async () => {
    expect(await found(422)).toEqual([]);
    expect(await found(500)).toContain(
      'no-server-error: 500 for body /text: a text of 20000 characters: the service fails',
    );
  });
});

it('a text that a pattern refuses for one character is sent as it is', async () => {
  const document = `
openapi: 3.1.0
info: { title: Shelf, version: '1' }
paths:
  /books:
    post:
      operationId: addBook
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [isbn, key]
              properties:
                isbn: { type: string, pattern: '^97[89]-[0-9]{10}$' }
                key: { type: string, pattern: '^a-[0-9]{3}$' }
      responses:
        '204': { description: Added }
        4XX: { description: Refused }
`;
  let sent = '';
  const server = answering((_, body) => {
    sent += body.toString();
    return 204;
  });
  await testServer(server, document);
  expect(sent).toMatch(/"isbn":"97[89]-[0-9]{10}\\n"/);
  expect(sent).toMatch(/"isbn":" 97[89]-[0-9]{10}"/);
  expect(sent).toMatch(/"key":"a-[0-9]{3}!"/);
});

describe('cursors', () => {
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Parcels, version: '1' }
paths:
  /parcels:
    get:
      operationId: listParcels
      parameters:
        - { in: query, name: cursor, schema: { type: string, minLength: 1 } }
        - { in: query, name: limit, schema: { type: integer, minimum: 1, maximum: 50 } }
      responses:
        '200': { description: A page }
        4XX: { description: Refused }
  /manifest:
    put:
      operationId: putManifest
      requestBody: { required: true, content: { text/csv: { schema: { type: string } } } }
      responses:
        '204': { description: Taken }
        4XX: { description: Refused }
`;

  /** The findings for a service that knows only its own cursors, and limits up to a maximum. */
  async function found(maximum: number): Promise<string[]> {
    const server = answering((request) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const limit = Number(searchParams.get('limit') ?? 1);
      const isRight = limit > 0 && limit <= maximum && Number.isInteger(limit);
      const statuses: Record<string, number> = {
        'GET /parcels': isRight && !searchParams.has('cursor') ? 200 : 400,
        'PUT /manifest': Number(request.headers['content-length'] ?? 0) > 0 ? 204 : 400,
      };
      const status = statuses[`${String(request.method)} ${pathname}`];
      const isCsv = request.method === 'GET' || request.headers['content-type'] === 'text/csv';
      return [isCsv ? (status ?? 405) : 415, { allow: 'GET, PUT' }];
    });
    const { findings } = await testServer(server, DOCUMENT, { runs: 30 });
    return findings.map(({ check, message }) => `${check}: ${message}`);
  }

  it('a service may refuse a cursor that it has not given out, and content without a byte', async () => {
    expect(await found(50)).toEqual([]);
  });

  it('what is sent beside a cursor is judged without it', async () => {
    expect(await found(49)).toContainEqual(
      expect.stringContaining('400 for query limit: exactly maximum (50)'),
    );
  });
});

describe('what is blamed', () => {
  const DOCUMENT = `
openapi: 3.0.3
info: { title: Ledger, version: '1' }
paths:
  /entries/{year}:
    parameters:
      - { in: path, name: year, required: true, schema: { type: integer, minimum: 1900, maximum: 2100 } }
    get:
      operationId: listEntries
      parameters:
        - { in: query, name: sort, schema: { type: string } }
        - { in: query, name: size, schema: { type: integer, minimum: 1, maximum: 50 } }
      responses: { 200: { description: All }, 400: { description: No } }
    post:
      operationId: createEntry
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [text]
              properties:
                text: { type: string, maxLength: 20 }
                account: { type: string, format: uuid }
                email: { type: string, example: taken }
      responses: { 201: { description: Made }, 400: { description: No } }
    put:
      operationId: attach
      requestBody:
        required: true
        content:
          multipart/form-data:
            schema:
              type: object
              required: [file]
              properties: { file: { type: string, format: binary }, kind: { type: string } }
      responses: { 204: { description: Done }, 400: { description: No } }
`;

  /** The status of a refusal, optionally with a text. */
  type Refuses = (request: IncomingMessage, body: string) => Answer | undefined;

  /** The findings for an operation that refuses some allowed requests, by side and check. */
  async function found(operation: string, refuses: Refuses): Promise<string[]> {
    const server = answering((request, body) => {
      const status = { GET: 200, POST: 201, PUT: 204 }[request.method ?? ''];
      if (status === undefined) return [405, { allow: 'GET, POST, PUT' }];
      return refuses(request, body.toString()) ?? status;
    });
    const { findings } = await testServer(server, DOCUMENT, {
      includes: ({ operationId }) => operationId === operation,
    });
    const ofRefusals = ['accepts-valid', 'documented-media-type-accepted', 'status-documented'];
    return findings
      .filter(({ check }) => ofRefusals.includes(check))
      .map(({ fault, check, pointer }) => `${fault} ${check} ${pointer}`);
  }

  it('blames the parameter that is refused, and none beside it', async () => {
    const all = await found('listEntries', ({ url = '' }) =>
      url.includes('sort=') ? 400 : undefined,
    );
    expect(all.length).toBeGreaterThan(0);
    // The document does not say which texts it accepts.
    const blamed = /^document accepts-valid .*\/get\/parameters\/0(?:\/schema\/type)?$/;
    for (const each of all) expect(each).toMatch(blamed);
  });

  it('blames no request for a reference that leads nowhere', async () => {
    expect(
      await found('createEntry', (_, body) => (body.includes('"account":"') ? 400 : undefined)),
    ).toEqual([]);
  });

  it('blames no request for an example that is taken', async () => {
    const taken = new Set(['taken']);
    const isTaken = (email: string | undefined): boolean =>
      email !== undefined && (taken.has(email) || taken.add(email).size === 0);
    expect(
      await found('createEntry', (_, body) =>
        isTaken(/"email":"([^"]*)"/.exec(body)?.[1]) ? 400 : undefined,
      ),
    ).toEqual([]);
  });

  it('blames the document where it does not say whether there must be a body', async () => {
    const refuses: Refuses = ({ method }, body) =>
      method === 'POST' && body === '' ? 400 : undefined;
    expect(await found('createEntry', refuses)).toEqual([
      expect.stringMatching(/^document accepts-valid .*\/post\/requestBody\/required$/),
    ]);
  });

  it('blames no media type for that of a file in it', async () => {
    const isFile: Refuses = ({ method }, body) =>
      method === 'PUT' && /Content-Type: application\/octet-stream/i.test(body) ? 415 : undefined;
    expect(await found('attach', isFile)).toEqual([
      expect.stringMatching(/^document status-documented .*\/put\/responses$/),
    ]);
  });

  it('blames no request for what is refused for another reason each time', async () => {
    const reasons = ['too heavy', 'closed today', 'someone was faster'];
    let times = 0;
    const refuses: Refuses = ({ method }) =>
      method === 'PUT' ? [400, {}, reasons[times++ % reasons.length]] : undefined;
    expect(await found('attach', refuses)).toEqual([]);
    expect(times).toBeGreaterThan(3);
  });
});

describe('refusals of valid requests', () => {
  const note = {
    type: 'object',
    required: ['title'],
    properties: {
      id: { type: 'integer' },
      title: { type: 'string' },
      colour: { type: 'string', example: 'red' },
      size: { type: 'integer', minimum: 1, maximum: 9 },
    },
  };

  const content = { 'application/json': { schema: note } };
  const responses = { 200: { description: 'Done', content }, 400: { description: 'Refused' } };
  const requestBody = { required: true, content };
  const id = { in: 'path', name: 'id', required: true, schema: { type: 'integer' } };

  /** A document with one operation that changes notes. */
  const documentOf = (method: 'post' | 'put'): string =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Notes', version: '1' },
      paths: {
        [method === 'put' ? '/notes/{id}' : '/notes']: {
          ...(method === 'put' && { parameters: [id] }),
          [method]: { operationId: 'change', requestBody, responses },
        },
      },
    });

  /** The parts of the document with refused valid values, by the side at fault. */
  async function refused(
    method: 'post' | 'put',
    isRefused: (note: Readonly<Record<string, unknown>>, id: number) => boolean,
    reason = 'No',
  ): Promise<string[]> {
    const isTaken = (text: string, key: number): boolean => {
      try {
        return !isRefused(asObject(JSON.parse(text)), key);
      } catch {
        return false;
      }
    };
    const server = answering((request, body) => {
      if (request.method !== method.toUpperCase()) return 404;
      const key = Number(String(request.url).split('/').at(-1));
      const [status, title] = isTaken(body.toString(), key) ? [200, 'a'] : [400, reason];
      return [status, { 'content-type': 'application/json' }, JSON.stringify({ title })];
    });
    const { findings } = await testServer(server, documentOf(method), { runs: 20, parallel: 4 });
    const ofRefusals = findings.filter(({ check }) => check === 'accepts-valid');
    return [...new Set(ofRefusals.map(({ fault, pointer }) => `${fault} ${pointer}`))];
  }

  const SCHEMA = '/paths/~1notes/post/requestBody/content/application~1json/schema';

  describe('what of a valid request is refused', () => {
    it('is found where a name beside it is refused as well', async () => {
      const isRefused = ({ title, size }: Readonly<Record<string, unknown>>): boolean =>
        !/^[a-z]*$/i.test(String(title)) || size === 9;
      const found = await refused('post', isRefused);
      expect(found.filter((each) => !each.includes('/properties/title/'))).toEqual([
        `service ${SCHEMA}/properties/size/maximum`,
      ]);
      expect(found).toContain(`document ${SCHEMA}/properties/title/type`);
    });

    it('is a gap of the document where nothing is ever taken', async () => {
      const found = await refused('post', () => true);
      expect(found).not.toEqual([]);
      expect(found.filter((each) => !each.startsWith('document '))).toEqual([]);
    });

    it('is not what the service says that it does not have', async () => {
      const isRefused = ({ size }: Readonly<Record<string, unknown>>): boolean => size === 9;
      expect(await refused('post', isRefused, 'There is no such size')).toEqual([]);
    });

    it('is not the id of something else than the path names', async () => {
      const isRefused = (note: Readonly<Record<string, unknown>>, key: number): boolean =>
        'id' in note && note.id !== key;
      expect(await refused('put', isRefused)).toEqual([]);
    });
  });
});

describe('what means the same', () => {
  const DOCUMENT = `
openapi: 3.1.0
info: { title: Till, version: '1' }
paths:
  /sales:
    get:
      operationId: listSales
      parameters: [{ in: query, name: year, schema: { type: integer } }]
      responses: { 200: { description: All }, 4XX: { description: No } }
    post:
      operationId: sell
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { 204: { description: Sold }, 4XX: { description: No } }
`;

  /** The findings for a service that refuses some media types and years. */
  async function found(refuses: (type: string, year: string) => number): Promise<string[]> {
    const server = answering(({ headers, method = '', url = '' }) => {
      const { 'content-type': type = '' } = headers;
      const isOther = method === 'POST' && !type.toLowerCase().startsWith('application/json');
      const year = new URL(url, 'http://till.test').searchParams.get('year') ?? '';
      const refused = isOther ? 415 : /^-?\d*$/.test(year) ? refuses(type, year) : 400;
      const status = refused > 0 ? refused : ({ GET: 200, POST: 204 }[method] ?? 405);
      return [status, { allow: 'GET, POST' }];
    });
    const { findings } = await testServer(server, DOCUMENT);
    const valid = ['accepts-valid', 'documented-media-type-accepted'];
    return findings
      .filter(({ check }) => valid.includes(check))
      .map(({ check, message }) => `${check}: ${message.replace(/: refuses.*$/, '')}`);
  }

  it.each<[refuses: Parameters<typeof found>[0], expected: string[]]>([
    [() => 0, []],
    [
      (type) => (/^[A-Z]/.test(type) ? 415 : 0),
      ['documented-media-type-accepted: 415 for a body of APPLICATION/JSON'],
    ],
    [
      (type) => (type.includes('charset=u') ? 422 : 0),
      ['accepts-valid: 422 for a body of application/json; charset=utf-8'],
    ],
    [
      (type) => (type.includes('"') ? 415 : 0),
      ['documented-media-type-accepted: 415 for a body of application/json;charset="UTF-8"'],
    ],
    [
      (_, year) => (year.length === 1 && year > '1' ? 400 : 0),
      ['accepts-valid: 400 for query year: the text "7"'],
    ],
    [
      (_, year) => (/^\d\d$/.test(year) ? 400 : 0),
      ['accepts-valid: 400 for query year: the text "12"'],
    ],
  ])('is found to be refused %#', async (refuses, expected) => {
    expect(await found(refuses)).toEqual(expected);
  });
});

it('an operation that is left out for a fault of the document is no method that it does not describe', async () => {
  const document = `
openapi: 3.1.0
info: { title: Settings, version: '1' }
servers: [{ url: / }]
paths:
  /settings:
    get: { operationId: read, responses: { '200': { description: They } } }
    put:
      operationId: write
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/None' } } } }
      responses: { '204': { description: Written } }
`;
  const methods: (string | undefined)[] = [];
  const server = answering(({ method }) => {
    methods.push(method);
    const status = { GET: 200, HEAD: 200, PUT: 204 }[method ?? ''];
    return [status ?? 405, { allow: 'GET, HEAD, PUT' }];
  });
  const { findings, notices } = await testServer(server, document);
  expect(findings).toEqual([]);
  expect(methods).not.toContain('PUT');
  expect(notices).toContainEqual(
    expect.stringMatching(
      /^1 operation is left out for faults of the document, and not tested \(PUT \/settings\); /,
    ),
  );
});
