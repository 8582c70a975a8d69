import { readVersion } from '../../../../src/check/breaking/compare-documents';
import { SchemaRelations } from '../../../../src/check/breaking/schemas/same-schemas';
import { parseSource } from '../../../../src/generate/index';
import { body, documentOf } from '../../../support/changed-documents';

const AT = '/paths/~1things~1{id}/post/requestBody/content/application~1json/schema';

/** Whether the second schema is proved to accept everything that the first one accepts. */
async function isWider(base: unknown, revision: unknown): Promise<boolean> {
  const read = (schema: unknown): ReturnType<typeof readVersion> =>
    readVersion(parseSource(JSON.stringify(documentOf(body(schema))), 'schema.json'));
  const versions = { base: read(base), revision: read(revision) };
  const { resolver } = versions.base.loaded;
  const relations = new SchemaRelations(versions, 'request');
  return relations.isWider(resolver.at(AT), versions.revision.loaded.resolver.at(AT));
}

const text = { type: 'string' };

/** Texts, except for one item, which is a number. */
function listed(count: number, at: number): object {
  const prefixItems = Array.from({ length: count }, (_, index) =>
    index === at ? { type: 'integer' } : text,
  );
  return { type: 'array', prefixItems, items: text };
}

it.each([
  ['texts', listed(10, -1), true],
  ['a number', listed(10, 7), false],
  ['a number far on', listed(25, 22), false],
])('claims of a list only what holds of each item: %s', async (_, schema, expected) => {
  expect(await isWider(schema, { type: 'array', items: text })).toBe(expected);
});
