import { pointerKeys } from '../../contract';
import { asObject, childPointer, typesOf } from '../../generate/index';
import type { Exchange } from '../exchange';
import type { JudgedDocument } from '../judge/judged-document';
import type { TestCase } from '../test-case';

/** Keywords that say which texts a value may be, or may say it. */
const SAYING = [
  ...['enum', 'const', 'pattern', 'format', 'minLength', 'maxLength', '$ref', '$dynamicRef'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'contentEncoding', 'contentMediaType'],
];

/**
 * True for a case of any text where the document says no more than `type: string`. A service that takes
 * some texts alone, such as filters in a language of its own, has a document that leaves out which.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1
 */
export function isFreeText({ testCase }: Exchange, document: JudgedDocument): boolean {
  const at = schemaOf(testCase);
  if (at === undefined) return false;
  const schema = asObject(document.loaded.resolver.at(at).schema);
  const types = typesOf(schema).filter((type) => type !== 'null');
  return types.join() === 'string' && !SAYING.some((each) => each in schema);
}

/** The pointer of the schema that a case is about: that of a parameter, or the one of a type. */
function schemaOf({ operation, covers }: TestCase): string | undefined {
  const [covered, ...others] = covers;
  if (covered === undefined || others.length > 0) return undefined;
  const { keyword, pointer } = covered;
  if (keyword === 'type') return parentOf(pointer);
  const parameter = operation?.parameters.find((each) => each.pointer === pointer);
  return parameter && 'schema' in parameter.value ? childPointer(pointer, 'schema') : undefined;
}

function parentOf(pointer: string): string {
  return pointerKeys(pointer)
    .slice(0, -1)
    .reduce((at, key) => childPointer(at, key), '');
}
