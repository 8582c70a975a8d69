import { asObject } from '../../../src/document/model/json-object';
import { Resolver } from '../../../src/document/model/resolve';
import { appliedSchemas, IN_PLACE } from '../../../src/document/schemas/in-place-applicators';
import { circleFaults } from '../../../src/generate/validate/references';

/** More than a call takes arguments. */
const MANY = 200_000;

const document = (keyword: string): Record<string, unknown> => ({
  components: { schemas: { Any: { [keyword]: Array(MANY).fill(true) } } },
});

it.each(['allOf', 'anyOf', 'oneOf'])('walks a schema with %s of any length', (keyword) => {
  const given = document(keyword);
  expect(circleFaults(given)).toEqual([]);
  const pointer = '/components/schemas/Any';
  const schema = asObject(asObject(asObject(given.components).schemas).Any);
  const applied = appliedSchemas(new Resolver(given), { schema, pointer }, IN_PLACE);
  expect(applied).toHaveLength(MANY);
});
