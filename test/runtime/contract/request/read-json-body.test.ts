import { Failure, readJsonBody } from '../../../../src/runtime/contract';
import { loadContract } from '../../../../src/tools/generate/in-memory';
import { useDocument } from '../use-document';

/** What no request carries is read like the body of one: each row is also sent over a socket. */

const plant = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', format: 'int64' },
    tag: { type: 'string', default: 'none' },
    code: { type: 'string', pattern: '^(a+)+\\1$' },
  },
};

function taking(operationId: string, types: object): object {
  const responses = { 204: { description: 'Taken' } };
  return { post: { operationId, requestBody: { required: true, content: types }, responses } };
}

const document = {
  openapi: '3.1.0',
  info: { title: 'Bodies', version: '1' },
  paths: {
    '/create': taking('create', {
      'text/plain': { schema: { type: 'string' } },
      'application/json': { schema: plant },
      'application/vnd.other+json': { schema: { type: 'array' } },
    }),
    '/note': taking('note', { 'text/plain': { schema: { type: 'string' } } }),
  },
};

const seen: unknown[] = [];
const handler = ({ body }: { readonly body: unknown }): Promise<{ status: 204 }> => {
  seen.push(body);
  return Promise.resolve({ status: 204 });
};
const served = useDocument(
  JSON.stringify(document),
  { create: handler, note: handler },
  {
    defaults: true,
    onFailure: (failure) => seen.push(failure),
  },
);
beforeEach(() => seen.splice(0));

interface Operations {
  create: { input: { body: { id: bigint; tag: string; code?: string } } };
  note: { input: { body: string } };
  draw: { input: object };
}
const rules = loadContract(document, { defaults: true });

it.each<[string, string | Buffer, unknown]>([
  ['an exact integer', '{"id":9223372036854775807,"tag":"x"}', { id: 2n ** 63n - 1n, tag: 'x' }],
  ['a default, without what nobody documented', '{"id":1,"x":2}', { id: 1n, tag: 'none' }],
  ['bytes', Buffer.from('{"id":1,"tag":"é"}'), { id: 1n, tag: 'é' }],
  ['a byte order mark', '\ufeff{"id":1}', { id: 1n, tag: 'none' }],
  ['a missing property', '{}', 'The body lacks the property "id"'],
  ['a wrong value', '{"id":1,"tag":2}', 'The body at "/tag" must be of type string'],
  ['another integer', '{"id":9223372036854775808}', expect.stringContaining('64 bits')],
  ['JSON that is none', '{"id":1,\n}', expect.stringContaining('JSON at line 2, column 1')],
  ['bytes of another charset', Buffer.from([0x22, 0xff, 0x22]), 'The body is not UTF-8'],
  [
    'a text that takes too long to match',
    `{"id":1,"code":"${'a'.repeat(100)}!"}`,
    expect.stringContaining('The body holds a text that takes too long to match'),
  ],
])('%s', async (_, body, want) => {
  const read = readJsonBody<Operations, 'create'>(rules, 'create', body);
  expect(read instanceof Failure ? read.message : read).toEqual(want);

  const headers = { 'Content-Type': 'application/json' };
  await fetch(`${served.url}/create`, {
    method: 'POST',
    headers,
    body: new Uint8Array(Buffer.from(body as string)),
  });
  expect(seen).toEqual([read]);
});

it('throws where the operation has no JSON body', () => {
  expect(() => readJsonBody<Operations, 'note'>(rules, 'note', '"x"')).toThrow(
    'The contract has no JSON body of note',
  );
  expect(() => readJsonBody<Operations, 'draw'>(rules, 'draw', '1')).toThrow(
    'The contract has no JSON body of draw',
  );
});
