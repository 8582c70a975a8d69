import { createServer } from 'node:http';
import { asObject } from '../../src/generate/index';
import { testServer } from './test-server';

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

/** A document of one change of notes. */
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

/** The parts of the document whose valid values are found to be refused, by the side that is at fault. */
async function refused(
  method: 'post' | 'put',
  isRefused: (note: Readonly<Record<string, unknown>>, id: number) => boolean,
  reason = 'No',
): Promise<string[]> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      if (request.method !== method.toUpperCase()) return response.writeHead(404).end();
      const status = isTaken(text) ? 200 : 400;
      response.writeHead(status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify({ title: status === 200 ? 'a' : reason }));

      function isTaken(json: string): boolean {
        try {
          const key = Number(String(request.url).split('/').at(-1));
          return !isRefused(asObject(JSON.parse(json)), key);
        } catch {
          return false;
        }
      }
    });
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
