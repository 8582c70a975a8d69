import { parseMediaType, pointerKeys } from '../../contract';
import {
  childPointer,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  visitObjects,
} from '../../generate/index';
import { directionsAt, isValidated } from '../document/examples';
import type { Construct } from './keywords';

/** What contents of a kind begin with. */
export const PASSED_ON = 'schema of ';

/** The schemas of contents that are passed on as they are, such as those of XML. */
export function contentConstructs({ resolver }: LoadedContract): Construct[] {
  const found: Construct[] = [];
  visitObjects('openapi', resolver.document, '', (kind, value, pointer) => {
    if (kind !== 'mediaType' || !isJsonObject(value) || !('schema' in value)) return;
    if (isValidated(resolver, pointer)) return;
    const schema = childPointer(pointer, 'schema');
    const { value: said } = resolver.resolve(schema);
    if (!isJsonObject(said) || !demands(said)) return;
    const mediaType = pointerKeys(pointer).at(-1) ?? '';
    const name = parseMediaType(mediaType)?.essence ?? mediaType;
    for (const direction of directionsAt(pointer)) {
      found.push({ kind: `${PASSED_ON}${name}`, pointer: schema, direction, verdict: 'unbroken' });
    }
  });
  return found;
}

/** False for what says no more than that there are bytes or text. */
function demands(schema: JsonObject): boolean {
  return Object.entries(schema).some(([keyword, value]) => {
    if (keyword === 'type') return value !== 'string';
    if (keyword === 'format') return value !== 'binary' && value !== 'byte';
    return !SAYS_NOTHING.test(keyword);
  });
}

const SAYS_NOTHING =
  /^(?:x-.*|\$comment|title|description|examples?|externalDocs|xml|deprecated|default|contentMediaType|contentEncoding)$/;
