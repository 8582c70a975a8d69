import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CheckOutcome } from '../../../../src/tools/check/drift-check';
import { serviceCheck } from '../../../../src/tools/check/service';
import type { ServiceOptions } from '../../../../src/tools/check/service/service-options';
import { loadContract } from '../../../../src/tools/generate';
import { parseSource, printYaml } from '../../../../src/tools/document';
import { temporaryFolder } from '../../../support/temporary-folder';
import { withServer } from '../../conformance/test-server';
import {
  json,
  noteServer,
  type NoteServiceOptions,
  notesDocument,
  type Notes,
} from './note-service';
import { itEach } from '../../../support/it-each';

const folder = temporaryFolder();
let files = 0;

function written(document: object): string {
  const file = path.join(folder, `notes-${++files}.json`);
  writeFileSync(file, JSON.stringify(document, null, 2));
  return file;
}

interface Compared {
  readonly service?: NoteServiceOptions;
  readonly document?: Notes;
  readonly base?: Notes;
  readonly isStrict?: boolean;
  readonly accepted?: readonly string[];
  readonly options?: Partial<ServiceOptions>;
  /** Operations that are not compared. */
  readonly exclude?: readonly string[];
}

/** Few requests, but enough to cover the document, and more time than a busy machine takes. */
const LIMITS = { timeMs: 600_000, requests: 300, rate: undefined };

function compare({
  service,
  document,
  base,
  isStrict,
  accepted,
  options,
  exclude,
}: Compared): Promise<CheckOutcome> {
  return withServer(noteServer(service), (url) =>
    serviceCheck.run({
      spec: written(notesDocument(document)),
      generated: folder,
      strict: isStrict === true,
      ...{ accepted, exclude },
      ...(base && { base: written(notesDocument(base)) }),
      service: {
        ...{ url, servedDocument: undefined, timeoutMs: 60_000, limits: LIMITS },
        ...{ seed: 1, runs: 3, parallel: 4, hooks: undefined },
        tokens: { caller: [], limited: [], other: [] },
        ...{ limitedScopes: [], headers: [] },
        ...{ readOnly: false, stateless: false, yes: false },
        ...options,
      },
    }),
  );
}

const rulesOf = ({ findings }: CheckOutcome): string[] => findings.map(({ rule }) => rule);
const rowsOf = ({ table }: CheckOutcome): string[] =>
  (table?.rows ?? []).map((row) => row.join(' | '));

/** Responds at one path. */
const at = (target: string, ...[answer]: [ReturnType<typeof json>]): NoteServiceOptions => ({
  answer: ({ url, method }) => (url === target && method === 'GET' ? answer : undefined),
});

it('finds nothing of a service that does what the document says', async () => {
  const outcome = await compare({});
  expect(outcome).toMatchObject({ findings: [], faults: [] });
  expect(rowsOf(outcome)).toEqual([
    'served document | GET /-/openapi.json | 404 Not Found; name where it is with --served-document',
    expect.stringMatching(
      /^suite of the document \| http:\S+ \| \d+ requests in .* 1 of 1 operations/,
    ),
  ]);
});

const DOCUMENT = notesDocument();
const OLD = notesDocument({ openapi: '3.0.3' });
const servers = (url: string): object => ({ ...DOCUMENT, servers: [{ url }] });
/** A short run of the suite, for tests of other parts. */
const limits = { ...LIMITS, requests: 10 };
const few = { options: { limits } };
const served = { options: { servedDocument: '/openapi.json', limits } };
const serving = (answer: ReturnType<typeof json>): Compared => ({
  ...served,
  service: at('/openapi.json', answer),
});
const html = {
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: '<title>Notes</title>',
};
const moved = (location: string): Compared => serving({ status: 301, headers: { location } });
const hidden = { paths: { '/tags': { get: { responses: { 204: { description: 'Done' } } } } } };
const tagged: NoteServiceOptions = {
  answer: ({ url, method = '' }) => {
    if (url?.split('?')[0] !== '/tags') return undefined;
    return {
      status: ['GET', 'HEAD'].includes(method) ? 204 : 405,
      headers: { allow: 'GET, HEAD' },
    };
  },
};

/** The service and the document differ in one point only. */
const rows: readonly (readonly [rule: string, given: Compared, message: RegExp, also?: string])[] =
  [
    [
      'other-document',
      serving(json(notesDocument({ maxLength: 21 }))),
      /^the document at \/openapi\.json has 21 in place of 20 at \/paths\/~1notes\/post\/requestBody\/\S+\/maxLength$/,
    ],
    [
      'other-document',
      serving(json(notesDocument(hidden))),
      /has \{"get":.* which the document has not at \/paths\/~1tags$/,
    ],
    [
      'other-document',
      {
        ...serving(json(DOCUMENT)),
        document: hidden,
        service: {
          answer: (request) =>
            tagged.answer?.(request) ?? at('/openapi.json', json(DOCUMENT)).answer?.(request),
        },
      },
      /lacks \{"get":.* at \/paths\/~1tags$/,
    ],
    [
      'other-document',
      { ...few, service: at('/-/openapi.json', json(notesDocument({ version: '1.0.1' }))) },
      /has "1\.0\.1" in place of "1\.0\.0" at \/info\/version$/,
    ],
    [
      'no-served-document',
      served,
      /does not serve the document at \/openapi\.json: 404 Not Found$/,
    ],
    [
      'no-served-document',
      moved('http://127.0.0.2/'),
      /: it redirects to http:\S+, which is elsewhere$/,
    ],
    ['unreadable-document', moved('/openapi.json'), /: it redirects more than 5 times$/],
    ['unreadable-document', serving({ ...json(0), body: '{"openapi": "3.1.0", ' }), /: line 1: \S/],
    ['unreadable-document', serving(json([])), /: line 1: the document must be an object$/],
    [
      'unreadable-document',
      serving({ ...json(0), body: ' '.repeat(17 * 2 ** 20) }),
      /: the body is larger than \d+ bytes$/,
    ],
    [
      'document-media-type',
      {
        ...serving({ ...json(DOCUMENT), headers: { 'content-type': 'text/html' } }),
        isStrict: true,
      },
      /has the media type "text\/html"$/,
    ],
    [
      'other-servers',
      { ...serving(json(servers('https://example.com'))), isStrict: true },
      /has \[\{"url":.* at \/servers$/,
    ],
    [
      'accepts-valid',
      { service: { maxLength: 19 } },
      /^createNote: .*; sent POST \/notes \{.*, got 400/,
    ],
    [
      'invalid-refused',
      { service: { maxLength: 21 } },
      /^createNote: .*; sent POST .*, got 201 /,
      'body-matches-schema',
    ],
    ['undocumented-method-refused', { service: at('/notes', json([])) }, /GET \/notes/],
    [
      'undocumented-route',
      { ...few, service: at('/swagger.json', html), isStrict: true },
      /^GET \/swagger\.json is in no document, and the service answers 200 OK \(text\/html\); often there: a document/,
    ],
    [
      'undocumented-route',
      { ...few, service: at('/admin', { status: 401 }), isStrict: true },
      /^GET \/admin .* answers 401 Unauthorized; often /,
    ],
    [
      'undocumented-route',
      {
        isStrict: true,
        service: {
          answer: ({ url = '', method }) => {
            if (url.startsWith('/notes/7')) return json({});
            return url === '/notes' && method === 'PUT'
              ? { status: 405, headers: { allow: 'POST', location: '/notes/7?all' } }
              : undefined;
          },
        },
      },
      /^GET \/notes\/7\?all .*; headers of responses lead there$/,
    ],
    [
      'undocumented-method',
      {
        isStrict: true,
        service: { answer: ({ method }) => (method === 'PATCH' ? { status: 400 } : undefined) },
      },
      /^PATCH \/notes is in no document, and the service answers 400/,
    ],
    [
      'undocumented-method',
      {
        isStrict: true,
        options: { readOnly: true },
        service: {
          answer: ({ method, url }) =>
            method === 'OPTIONS' && url === '/notes'
              ? { status: 204, headers: { allow: 'POST, DELETE' } }
              : undefined,
        },
      },
      /^DELETE \/notes is in no document, and OPTIONS names it in Allow$/,
    ],
    [
      'removed-operation',
      { isStrict: true, base: hidden, service: tagged },
      /^GET \/tags is in the base alone, and the service answers it: .*204/,
    ],
  ];

const named = rows.map(([rule, given, message, also]) => ({ rule, given, message, also }));

describe('a service that disagrees', () => {
  it.each(named)('$rule', async ({ rule, given, message, also }) => {
    const outcome = await compare(given);
    expect(rulesOf(outcome).filter((each) => each !== rule && each !== also)).toEqual([]);
    expect(
      outcome.findings.filter((each) => each.rule === rule && message.test(each.message)),
    ).toHaveLength(1);
    for (const finding of outcome.findings) {
      expect(finding.file).toMatch(/notes-\d+\.json$/);
      expect(finding.line).toBeGreaterThan(0);
      expect(serviceCheck.rules[finding.rule]).toMatch(/\.$/);
    }
  });
});

describe('the same document is served', () => {
  const published = loadContract(parseSource(JSON.stringify(OLD), 'old.json').document).document;

  itEach({
    'with its members in another order': [
      {},
      json(Object.fromEntries(Object.entries(DOCUMENT).reverse())),
    ],
    'as YAML': [
      {},
      {
        ...json(0),
        headers: { 'content-type': 'application/yaml' },
        body: printYaml({ ...DOCUMENT, 'x-generated': 'today' }),
      },
    ],
    'as its author wrote it, of OpenAPI 3.0': [{ openapi: '3.0.3' }, json(OLD)],
    'as generation publishes it, of OpenAPI 3.0': [{ openapi: '3.0.3' }, json(published)],
  })('%s', async (_, document, answer) => {
    const outcome = await compare({ ...serving(answer), document, isStrict: true });
    expect(rulesOf(outcome)).toEqual([]);
    expect(rowsOf(outcome)).toContain('served document | GET /openapi.json | says the same');
  });

  it('as a redirect says', async () => {
    const outcome = await compare({
      ...served,
      service: {
        answer: ({ url }) => {
          if (url === '/openapi.json')
            return { status: 302, headers: { location: '/docs/openapi?v=1' } };
          return url === '/docs/openapi?v=1' ? json(DOCUMENT) : undefined;
        },
      },
    });
    expect(rulesOf(outcome)).toEqual([]);
  });
});

describe('with a base', () => {
  const servedAt = (prefix: string): NoteServiceOptions => ({
    answer: (request) => {
      const { url = '' } = request;
      if (!url.startsWith(prefix)) return { status: 404 };
      request.url = url.slice(prefix.length);
      return undefined;
    },
  });

  it('a break that a change declares is told, and does not fail', async () => {
    const outcome = await compare({
      base: { maxLength: 30 },
      document: { maxLength: 20 },
      service: { maxLength: 20 },
    });
    expect(rulesOf(outcome)).toEqual([]);
    expect(rowsOf(outcome)).toContainEqual(
      expect.stringMatching(
        /^declared break \| POST \/notes \| 400 for .*maxLength \(30\).*; declared: the request body no longer .* \(major\)$/,
      ),
    );
  });

  it('a server that is gone, and is declared to be, does not fail', async () => {
    const outcome = await compare({
      base: { servers: [{ url: '/v1' }] },
      document: { servers: [{ url: '/v2' }] },
      service: servedAt('/v2'),
    });
    expect(rulesOf(outcome)).toEqual([]);
    expect(rowsOf(outcome)).toContainEqual(
      expect.stringMatching(
        /^declared break \| POST \/notes \| .* where the base has it; declared: the server \/v1 was removed/,
      ),
    );
  });

  it('a break that nothing declares is found', async () => {
    const outcome = await compare({
      base: { servers: [{ url: '/v1' }, { url: '/v2' }] },
      document: { servers: [{ url: '/v2' }, { url: '/v1' }] },
      service: servedAt('/v2'),
    });
    expect(outcome).toMatchObject({ faults: [], findings: [{ rule: 'undeclared-break' }] });
    expect(outcome.findings[0]).toMatchObject({
      message: expect.stringMatching(/: POST \/notes gets 404 where the base has it$/) as string,
      base: { line: expect.any(Number) as number },
    });
  });

  it('a break that only the suite of the base looks for is found, with what shows it', async () => {
    const { findings } = await compare({
      base: { operationId: 'addNote' },
      // An additional parameter is a change too, but explains no rejection.
      document: { ...hidden, parameters: [{ in: 'query', name: 'tag', schema: {} }] },
      exclude: ['createNote'],
      service: { ...tagged, maxLength: 19 },
    });
    expect(findings).toEqual([
      expect.objectContaining({
        rule: 'undeclared-break',
        message: expect.stringMatching(/: addNote: 400 for .*; sent POST \/notes /) as string,
        remedy: expect.stringMatching(
          / say in the document what changed; send it again: curl /,
        ) as string,
        base: expect.objectContaining({ line: expect.any(Number) as number }) as object,
      }),
    ]);
  });

  it('a fault that the document shows too is told once', async () => {
    const outcome = await compare({
      base: { version: '0.9.0', paths: hidden.paths },
      service: { maxLength: 19 },
    });
    expect(rulesOf(outcome)).toEqual(['accepts-valid']);
  });

  it('one that says the same is not tested', async () => {
    const outcome = await compare({ ...few, base: { version: '0.9.0' } });
    expect(rowsOf(outcome)).toContainEqual(
      expect.stringMatching(/^suite of the base \| \S+ \| not run, since the base says the same$/),
    );
  });
});

describe('where it cannot be told', () => {
  const page = (text: string) => ({ ...html, body: `<title>${text}</title>` });

  it.each([
    ['the same page', () => page('All of it')],
    ['the page with another time', () => page(`All of it ${Date.now()}`)],
    ['the page with the path', (url: string) => page(`All of ${url}`)],
    ['401', () => ({ status: 401 })],
    ['a redirect', (url: string) => ({ status: 302, headers: { location: `/login?next=${url}` } })],
  ])('nothing is a route of a service that answers %s to every path', async (_, answer) => {
    const outcome = await compare({
      ...few,
      isStrict: true,
      service: { answer: ({ url = '' }) => (url.startsWith('/notes') ? undefined : answer(url)) },
    });
    expect(rulesOf(outcome)).toEqual([]);
    expect(rowsOf(outcome)).toContainEqual(expect.stringMatching(/^served document /));
  });

  it('a method that is refused for want of credentials is none', async () => {
    const refused: NoteServiceOptions = {
      answer: ({ method }) => (method === 'DELETE' ? { status: 403 } : undefined),
    };
    expect(rulesOf(await compare({ isStrict: true, service: refused }))).toEqual([]);
  });

  it('a service that asks for credentials first is asked with those of the caller', async () => {
    const security = [{ token: [] }];
    const schemes = { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } };
    const outcome = await compare({
      document: { security, components: schemes },
      options: { tokens: { caller: ['right-token'], limited: [], other: [] } },
      service: {
        maxLength: 19,
        answer: ({ url, headers }) => {
          const challenge = { 'www-authenticate': 'Bearer' };
          if (headers.authorization !== 'Bearer right-token')
            return { status: 401, headers: challenge };
          return url === '/metrics' ? { status: 200 } : undefined;
        },
      },
    });
    expect(rulesOf(outcome)).toEqual(['accepts-valid']);
    expect(outcome.findings[0]?.remedy).toContain('Bearer $TOKEN');
    expect(rowsOf(outcome)).toContainEqual(
      expect.stringMatching(
        /^undocumented-route \| GET \/metrics \| .* answers 200 OK; often there: /,
      ),
    );
    expect(JSON.stringify(outcome)).not.toContain('right-token');
  });

  it('a service that lets nobody in is no service that was tested', async () => {
    const { findings, faults } = await compare({ service: { answer: () => ({ status: 401 }) } });
    expect({ findings, faults }).toEqual({
      findings: [],
      faults: [
        expect.stringMatching(/^The suite of the document .* every request got 401 or 403; /),
      ],
    });
  });

  it('a service that never answers is one that cannot be asked', async () => {
    const compared = compare({ service: { answer: () => 'never' }, options: { timeoutMs: 50 } });
    await expect(compared).rejects.toThrow(
      /^http:\S+ does not answer: no complete response within/,
    );
  });

  it('places that do not answer in time may be routes', async () => {
    const silent = ['/swagger.json', '/docs', '/admin', '/config.json'];
    const { findings, faults } = await compare({
      options: { timeoutMs: 500, limits },
      service: { answer: ({ url = '' }) => (silent.includes(url) ? 'never' : undefined) },
    });
    expect(findings).toEqual([]);
    expect(faults).toEqual(
      silent
        .slice(0, 3)
        .map((each) =>
          expect.stringMatching(
            `^The search for undocumented routes is not complete: GET ${each}: no complete response within 500 ms; `,
          ),
        ),
    );
  });

  it('a place of the document that cannot be reached leaves the rest', async () => {
    const servedDocument = 'http://127.0.0.1:1/openapi.json';
    const { findings, faults } = await compare({ options: { servedDocument, limits } });
    expect({ findings, faults }).toEqual({
      findings: [],
      faults: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 cannot be reached: /)],
    });
  });

  it('a service on another machine is not written to unless somebody says so', async () => {
    const compared = compare({ options: { url: 'http://192.0.2.1' } });
    await expect(compared).rejects.toThrow(
      /^http:\/\/192\.0\.2\.1: It is not on this machine: allow/,
    );
  });
});

it('takes a list of what is accepted of the service, and tells what is gone', async () => {
  const accepted = path.join(folder, 'accepted.txt');
  writeFileSync(
    accepted,
    'accepts-valid createNote # Soon\nallow * # Gone\nnarrowed /x # Of another check\n',
  );
  const gone = 'allow *: there is no such failure to accept';
  const known = { service: { maxLength: 19 }, accepted: [accepted] };
  const outcome = await compare(known);
  expect(outcome.findings).toEqual([]);
  expect(rowsOf(outcome)).toContain(`stale-line | * | ${gone}`);
  const { findings } = await compare({ ...known, isStrict: true });
  expect(findings.filter(({ rule }) => rule === 'stale-line')).toEqual([
    expect.objectContaining({ message: gone }),
  ]);
});
