import { parseMediaType, pointerKeys } from 'openapi-trellis/tools';
import { childPointer, isJsonObject, type JsonObject, visitObjects } from '../../document';
import type { LoadedContract } from '../../validators';
import { directionsAt, isValidated } from '../document/examples';
import type { Construct } from './keywords';
import { reasonFor, UNREAD_SCHEMA } from './reasons';

/** The schemas of content that handlers read and write themselves, such as XML. */
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
      found.push({
        kind: `${UNREAD_SCHEMA}${name}`,
        pointer: schema,
        direction,
        verdict: 'unbroken',
      });
    }
  });
  return found;
}

/** False for a schema that only says that the content is bytes or text. */
function demands(schema: JsonObject): boolean {
  return Object.entries(schema).some(([keyword, value]) => {
    if (keyword === 'type') return value !== 'string';
    const kind = keyword === 'format' ? `format ${String(value)}` : `keyword ${keyword}`;
    return reasonFor(kind) === undefined;
  });
}
