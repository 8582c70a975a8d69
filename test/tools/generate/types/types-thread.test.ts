import { parseSource } from '../../../../src/tools/document/read/read-document';
import { generate } from '../../../../src/tools/generate/generate';
import { endTypesThread } from '../../../../src/tools/generate/types/types-thread';

afterAll(() => endTypesThread());

/** Its types are long by what describes a schema. */
function typesOf(description: string): Promise<string | undefined> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Notes', version: '1.0.0' },
    paths: {},
    components: { schemas: { Note: { type: 'string', description } } },
  };
  const source = parseSource(JSON.stringify(document), 'notes.json');
  const options = { runtimeModule: 'openapi-trellis/contract/runtime' };
  return generate(source, options).then((files) => files.get('types.ts'));
}

const long = 'A note of words. '.repeat(40_000);

it('generates a document while a large one ends, and after it', async () => {
  const texts = await Promise.all([typesOf(long), typesOf('first'), typesOf(long)]);
  const after = await typesOf('last');
  expect([...texts, after].map((text = '') => /of words|first|last/.exec(text)?.[0])).toEqual([
    'of words',
    'first',
    'of words',
    'last',
  ]);
});
