import { UnavailableError } from '../../../../src/runtime/contract/failure';
import type { Authenticator } from '../../../../src/runtime/contract/security/security';
import { sendRaw, type RawResponse } from '../../../support/raw-connection';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
security: [{ card: [lend] }]
paths:
  /loans:
    post:
      operationId: lendBook
      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }
      responses: { 204: { description: Lent } }
  /books:
    get: { operationId: listBooks, security: [], responses: { 204: { description: Listed } } }
components:
  securitySchemes:
    card: { type: http, scheme: bearer }
`;

const cause = new Error('The secret cause');

const usual: Authenticator = (token) => {
  switch (token) {
    case 'reader':
      return Promise.resolve({ outcome: 'accepted', principal: { name: 'a reader' } });
    case 'child':
      return Promise.resolve({ outcome: 'forbidden' });
    case 'old':
      return Promise.resolve({ outcome: 'rejected', reason: 'The "card" has expired' });
    case 'away':
      return Promise.reject(
        new UnavailableError('The card index is away', { retryAfterSeconds: 7 }),
      );
    case 'broken':
      return Promise.reject(cause);
    default:
      return Promise.resolve({ outcome: 'rejected' });
  }
};

describe('a bearer token', () => {
  let principals: unknown;
  let asked: unknown[] = [];
  let card = usual;
  const lendBook = (_: never, context: { principals: unknown }): Promise<{ status: number }> => {
    principals = context.principals;
    return Promise.resolve({ status: 204 });
  };
  const listBooks = lendBook;
  const authenticators = {
    card: ((token, context) => {
      asked.push(context);
      return card(token, context);
    }) satisfies Authenticator,
  };
  const served = useDocument(document, { lendBook, listBooks }, { authenticators });
  beforeEach(() => {
    card = usual;
    asked = [];
    served.faults.length = 0;
  });

  function lend(authorization: readonly string[], body = '{}'): Promise<RawResponse> {
    const lines = [
      'POST /loans HTTP/1.1',
      'Host: library',
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      ...authorization.map((value) => `Authorization: ${value}`),
    ];
    return sendRaw(served.url, `${lines.join('\r\n')}\r\n\r\n${body}`);
  }

  it.each([
    ['is accepted', ['Bearer reader']],
    ['in lower case', ['bearer reader']],
    ['in upper case', ['BEARER reader']],
    ['behind several spaces', ['Bearer    reader']],
    ['twice the same', ['Bearer reader', 'Bearer reader']],
  ])('%s', async (_, authorization) => {
    expect(await lend(authorization)).toMatchObject({ status: 204 });
    expect(principals).toStrictEqual({ card: { name: 'a reader' } });
    expect(asked).toStrictEqual([
      {
        operationId: 'lendBook',
        scheme: { type: 'http', scheme: 'bearer' },
        scopes: ['lend'],
        dependencies: undefined,
        locals: undefined,
      },
    ]);
  });

  const missing = 'Send the header "Authorization: Bearer <credentials>"';
  const malformed = 'The bearer credentials are not of the form that RFC 9110 defines';
  const invalid = 'Bearer error="invalid_token"';
  const wrongForm = `${invalid}, error_description="${malformed}"`;
  const repeated = 'Send one Authorization header, not several that differ';

  itEach<[given: string[], challenge: string, error: number, message: string]>({
    missing: [[], 'Bearer', 40101, missing],
    'of another scheme': [['Basic cmVhZGVyOg=='], 'Bearer', 40101, missing],
    'without its scheme': [['reader'], 'Bearer', 40101, missing],
    'of a longer scheme': [['Bearers reader'], 'Bearer', 40101, missing],
    empty: [['Bearer '], wrongForm, 40102, malformed],
    'with a space inside': [['Bearer rea der'], wrongForm, 40102, malformed],
    'with a comma': [['Bearer reader,reader'], wrongForm, 40102, malformed],
    'not in ASCII': [['Bearer réader'], wrongForm, 40102, malformed],
    rejected: [
      ['Bearer stolen'],
      invalid,
      40102,
      'The credentials are unknown, expired or revoked; use others',
    ],
    'rejected for a reason': [
      ['Bearer old'],
      `${invalid}, error_description="The 'card' has expired"`,
      40102,
      'The "card" has expired',
    ],
    'beside a different one': [
      ['Bearer reader', 'Bearer stolen'],
      `Bearer error="invalid_request", error_description="${repeated}"`,
      40102,
      repeated,
    ],
  })('%s is 401', async (_, given, challenge, error, message) => {
    const { status, headers, body } = await lend(given);
    expect({ status, challenge: headers['www-authenticate'] }).toStrictEqual({
      status: 401,
      challenge: [challenge],
    });
    expect(JSON.parse(body)).toStrictEqual({ error, message });
  });

  it('that may not call is 403', async () => {
    const { status, headers, body } = await lend(['Bearer child']);
    expect({ status, challenge: headers['www-authenticate'], body }).toStrictEqual({
      status: 403,
      challenge: ['Bearer error="insufficient_scope", scope="lend"'],
      body: '{"error":40301,"message":"The credentials do not allow the operation; it takes the scopes lend"}',
    });
  });

  it('that nobody can decide on for now is 503 with the time to wait', async () => {
    const { status, headers, body } = await lend(['Bearer away']);
    expect({ status, retry: headers['retry-after'] }).toStrictEqual({ status: 503, retry: ['7'] });
    expect(JSON.parse(body)).toStrictEqual({
      error: 50301,
      message: 'The service is unavailable for now; send the request again',
    });
    expect(served.faults).toMatchObject([{ message: 'The card index is away' }]);
  });

  it('whose authenticator breaks is 500, and the cause stays inside', async () => {
    const { status, headers, body } = await lend(['Bearer broken']);
    expect({ status, challenge: headers['www-authenticate'] }).toStrictEqual({
      status: 500,
      challenge: undefined,
    });
    expect(JSON.parse(body)).toStrictEqual({
      error: 50001,
      message: 'The service failed; its log has the details',
    });
    expect(served.faults).toStrictEqual([cause]);
  });

  it.each([
    ['not JSON', '{'],
    ['invalid', '[]'],
    ['missing', ''],
  ])('goes before a body that is %s', async (_, body) => {
    expect(await lend(['Bearer stolen'], body)).toMatchObject({ status: 401 });
    expect(await lend(['Bearer reader'], body)).toMatchObject({ status: 400 });
  });

  it('is refused before the body arrives', async () => {
    const lines = [
      'POST /loans HTTP/1.1',
      'Host: library',
      'Content-Length: 10',
      'Connection: close',
      '',
    ];
    expect(await sendRaw(served.url, lines)).toMatchObject({ status: 401 });
  });

  it('is not asked for by an operation that is open', async () => {
    const response = await fetch(`${served.url}/books`, {
      headers: { Authorization: 'Bearer stolen' },
    });
    expect({ status: response.status, principals, asked }).toStrictEqual({
      status: 204,
      principals: {},
      asked: [],
    });
  });

  const accepted = { outcome: 'accepted', principal: { name: 'a reader' } } as const;
  const rejected = { outcome: 'rejected' } as const;
  /** As some libraries have them. */
  const promiseOf = <Value>(value: Value): Promise<Value> => {
    const then: Promise<Value>['then'] = (...listeners) =>
      Promise.resolve(value).then(...listeners);
    return { then } as Promise<Value>;
  };

  itEach<[Authenticator, number]>({
    'at once': [() => accepted, 204],
    'at once, refused': [() => rejected, 401],
    'by a promise of another library': [() => promiseOf(accepted), 204],
    'by a promise of another library, refused': [() => promiseOf(rejected), 401],
    'at once, by a throw': [
      () => {
        throw cause;
      },
      500,
    ],
    // In JavaScript nothing keeps it from that.
    'by an outcome that there is not, which lets nobody in': [
      () => ({ outcome: 'ok' }) as never,
      500,
    ],
  })('may be decided on: %s', async (_, decide, want) => {
    card = decide;
    expect(await lend(['Bearer reader'])).toMatchObject({ status: want });
  });
});
