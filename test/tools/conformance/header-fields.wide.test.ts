import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, answering, testServer } from './test-server';

/** Header parameters that are fields of HTTP: services may refuse, or ignore, values of another form than its own. */

const TAGS = /^$|^(?:\*|(?:W\/)?"[!#-~]*"(?:, ?(?:W\/)?"[!#-~]*")*)$/;
const DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

const FORMS: Readonly<Record<string, RegExp>> = {
  'if-match': TAGS,
  'if-none-match': TAGS,
  'if-modified-since': DATE,
  'if-unmodified-since': DATE,
  range: /^[!#$%&'*+.^`|~\w-]+=(?:\d+-\d*|-\d+)(?:, ?(?:\d+-\d*|-\d+))*$/,
  'accept-language': /^$|^(?:\*|[A-Za-z]+(?:-\w+)*)(?:, ?(?:\*|[A-Za-z]+(?:-\w+)*))*$/,
  'cache-control':
    /^$|^[!#$%&'*+.^`|~\w-]+(?:=[!#$%&'*+.^`|~\w-]+)?(?:, ?[!#$%&'*+.^`|~\w-]+(?:=[!#$%&'*+.^`|~\w-]+)?)*$/,
};

const TAG = '"1"';

type Headers = IncomingHttpHeaders;

interface Header {
  readonly required?: true;
  readonly schema: {
    readonly type: 'string';
    readonly minLength?: number;
    readonly maxLength?: number;
  };
}

function documentOf(header: Header): string {
  const parameters = Object.keys(FORMS).map((name) => ({ name, in: 'header', ...header }));
  const body = {
    required: true,
    content: { 'application/json': { schema: { type: 'object', required: ['a'] } } },
  };
  const responses = { 200: { description: 'Done' }, '4XX': { description: 'No' } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1' },
    paths: {
      '/notes': {
        parameters,
        get: { operationId: 'readNotes', responses: { 200: { description: 'Read' } } },
        put: { operationId: 'putNotes', requestBody: body, responses },
      },
    },
  });
}

/** The status of a precondition that is false, or of a range. */
function statusOf(isRead: boolean, headers: Headers): number | undefined {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']];
  const names = (list = ''): boolean => list === '*' || list.split(/, ?/).includes(TAG);
  if (match !== undefined && !names(match)) return 412;
  if (names(noneMatch)) return isRead ? 304 : 412;
  if (Date.parse(headers['if-unmodified-since'] ?? '') < Date.now()) return 412;
  return headers.range !== undefined && isRead ? 206 : undefined;
}

interface Manner {
  readonly header: Header;
  /** What the service does with a value of another form. */
  readonly onMalformed: 'refuses' | 'ignores';
  readonly isWrong?: true;
}

/** A service that is correct unless it is to be wrong about bodies. */
function service({ header, onMalformed, isWrong }: Manner, seen: Headers[]) {
  return answering((request, body): Answer => {
    const { method = '', headers } = request;
    if (method !== 'GET' && method !== 'PUT') return [405, { allow: 'GET, PUT' }];
    seen.push(headers);
    const { required = false, schema } = header;
    const sent = Object.keys(FORMS).map((name) => [name, headers[name]?.toString()] as const);
    const isMalformed = sent.some(
      ([name, value]) => value !== undefined && FORMS[name]?.test(value) === false,
    );
    const isInvalid = sent.some(([, value]) =>
      value === undefined
        ? required
        : value.length < (schema.minLength ?? 0) || value.length > (schema.maxLength ?? Infinity),
    );
    if (isMalformed && onMalformed === 'refuses') return 400;
    if (isInvalid && !isMalformed) return 400;
    if (method === 'PUT') {
      if (!/^application\/json/i.test(headers['content-type'] ?? '')) return 415;
      if (!isNote(body.toString()) && isWrong !== true) return 400;
    }
    const status = isMalformed ? undefined : statusOf(method === 'GET', headers);
    return status ?? [200, { etag: TAG }];
  });
}

function isNote(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value) && 'a' in value;
  } catch {
    return false;
  }
}

const HEADERS: readonly (readonly [string, Header])[] = [
  ['optional texts', { schema: { type: 'string' } }],
  [
    'required texts with bounds',
    { required: true, schema: { type: 'string', minLength: 1, maxLength: 40 } },
  ],
];

describe.each(HEADERS)('%s', (_, header) => {
  it.each(['refuses', 'ignores'] as const)(
    'are no reason to find a fault of a service that %s those of another form',
    async (onMalformed) => {
      const seen: Headers[] = [];
      const server = service({ header, onMalformed }, seen);
      const { findings } = await testServer(server, documentOf(header), { runs: 20 });
      const ofService = findings.filter(({ fault }) => fault === 'service');
      expect(ofService.map(({ check, message }) => `${check}: ${message}`)).toEqual([]);
      const isSeen = ([name, form]: [string, RegExp]): boolean =>
        seen.some((each) => form.test(each[name]?.toString() ?? ''));
      expect(Object.entries(FORMS).filter((each) => !isSeen(each))).toEqual([]);
    },
  );

  it('hide no fault of the body from requests at random', async () => {
    const server = service({ header, onMalformed: 'refuses', isWrong: true }, []);
    const { findings } = await testServer(server, documentOf(header), { runs: 20 });
    expect(findings.map(({ check }) => check)).toContain('invalid-refused');
  });
});
