import { UnavailableError } from '../../../../src/runtime/contract/failure';
import type { Authenticator } from '../../../../src/runtime/contract/security/security';
import { useDocument } from '../use-document';
import { itEach } from '../../../support/it-each';

const operation = (id: string, security: string): string =>
  `{ get: { operationId: ${id}, security: ${security}, responses: { 204: { description: x } } } }`;

const document = `
openapi: 3.1.0
info: { title: Library, version: 1.0.0 }
security: [{ card: [] }]
paths:
  /global: { get: { operationId: global, responses: { 204: { description: x } } } }
  /either: ${operation('either', '[{ card: [] }, { staff: [] }, { key: [] }]')}
  /both: ${operation('both', '[{ card: [], cardToo: [] }]')}
  /both-or-staff: ${operation('bothOrStaff', '[{ card: [], cardToo: [] }, { staff: [] }]')}
  /optional: ${operation('optional', '[{ card: [] }, {}]')}
  /optional-first: ${operation('optionalFirst', '[{}, { card: [] }]')}
components:
  securitySchemes:
    card: { type: http, scheme: bearer }
    cardToo: { type: http, scheme: Bearer }
    staff: { type: http, scheme: basic }
    key: { type: http, scheme: bearer }
`;

describe('alternatives of schemes', () => {
  let asked: string[] = [];
  let principals: unknown;

  /** Accepts the credentials that are listed, cannot decide on `gone`, and refuses `child` for want of rights. */
  function knows(scheme: string, ...known: string[]): Authenticator {
    return (credentials) => {
      asked.push(scheme);
      if (credentials === 'child') return Promise.resolve({ outcome: 'forbidden' });
      if (known.includes(credentials)) {
        return Promise.resolve({ outcome: 'accepted', principal: { name: scheme } });
      }
      if (credentials === 'gone') return Promise.reject(new UnavailableError('The index is away'));
      return Promise.resolve({ outcome: 'rejected' });
    };
  }

  const handler = (_: never, context: { principals: unknown }): Promise<{ status: number }> => {
    principals = context.principals;
    return Promise.resolve({ status: 204 });
  };
  const ids = ['global', 'either', 'both', 'bothOrStaff', 'optional', 'optionalFirst'];
  const served = useDocument(document, Object.fromEntries(ids.map((id) => [id, handler])), {
    authenticators: {
      card: knows('card', 'reader', 'reader2'),
      cardToo: knows('cardToo', 'reader2'),
      staff: knows('staff', 'staff:'),
      key: knows('key', 'master', 'gone'),
    },
  });

  async function call(path: string, authorization: string): Promise<object> {
    asked = [];
    principals = undefined;
    const headers = authorization === '' ? {} : { Authorization: authorization };
    const response = await fetch(served.url + path, { headers });
    if (response.status === 204) return { asked, who: Object.keys(principals as object) };
    const challenge = response.headers.get('www-authenticate');
    const { error } = (await response.json()) as { error: number };
    return { asked, error, challenge };
  }

  const EACH = 'Bearer, Basic realm="api", charset="UTF-8"';

  itEach<[path: string, authorization: string, want: object]>({
    'the first that holds ends the search': [
      '/either',
      'Bearer reader',
      { asked: ['card'], who: ['card'] },
    ],
    'a later one holds': ['/either', 'Bearer master', { asked: ['card', 'key'], who: ['key'] }],
    'one of another scheme holds': [
      '/either',
      'Basic c3RhZmY6',
      { asked: ['staff'], who: ['staff'] },
    ],
    'none was sent': ['/either', '', { asked: [], error: 40101, challenge: EACH }],
    'none holds: each is named': [
      '/either',
      'Basic eDp5',
      { asked: ['staff'], error: 40102, challenge: EACH },
    ],
    'one that is not sent is asked for beside those that are forbidden': [
      '/either',
      'Bearer child',
      { asked: ['card', 'key'], error: 40101, challenge: EACH },
    ],
    'all of a requirement hold': [
      '/both',
      'Bearer reader2',
      { asked: ['card', 'cardToo'], who: ['card', 'cardToo'] },
    ],
    'one of a requirement does not': [
      '/both',
      'Bearer reader',
      { asked: ['card', 'cardToo'], error: 40102, challenge: 'Bearer error="invalid_token"' },
    ],
    'the other alternative holds': [
      '/both-or-staff',
      'Basic c3RhZmY6',
      { asked: ['staff'], who: ['staff'] },
    ],
    'optional, sent': ['/optional', 'Bearer reader', { asked: ['card'], who: ['card'] }],
    'optional, not sent': ['/optional', '', { asked: [], who: [] }],
    'optional, rejected': ['/optional', 'Bearer stolen', { asked: ['card'], who: [] }],
    'optional at first': ['/optional-first', 'Bearer reader', { asked: ['card'], who: ['card'] }],
    'optional at first, not sent': ['/optional-first', '', { asked: [], who: [] }],
    'of the document, sent': ['/global', 'Bearer reader', { asked: ['card'], who: ['card'] }],
    'of the document, not sent': ['/global', '', { asked: [], error: 40101, challenge: 'Bearer' }],
    'of the document, overridden': [
      '/either',
      'Basic c3RhZmY6',
      { asked: ['staff'], who: ['staff'] },
    ],
    'undecided, which leaves the others': [
      '/either',
      'Bearer gone',
      { asked: ['card', 'key'], who: ['key'] },
    ],
    'undecided alone': [
      '/global',
      'Bearer gone',
      { asked: ['card'], error: 50301, challenge: null },
    ],
    'optional at first, undecided, which lets nobody in as nobody': [
      '/optional-first',
      'Bearer gone',
      { asked: ['card'], error: 50301, challenge: null },
    ],
  })('%s', async (_, path, authorization, want) => {
    expect(await call(path, authorization)).toStrictEqual(want);
  });
});
