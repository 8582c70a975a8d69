import { isJsonObject, type JsonObject, objects } from './json-object';
import { childPointer } from './json-pointer';
import { visitObjects, visitSchemas } from './walk-document';

/**
 * Calls `visit` for each reference of a document, with its place: those in schemas, those of other objects, and the
 * security schemes that security requirements name.
 */
export function visitReferences(
  document: JsonObject,
  visit: (from: string, reference: string) => void,
): void {
  visitObjects('openapi', document, '', (kind, value, pointer) => {
    if (kind === 'schema') {
      visitSchemas(value, pointer, ({ $ref, $dynamicRef }, at) => {
        if (typeof $ref === 'string') visit(at, $ref);
        if (typeof $dynamicRef === 'string') visit(at, $dynamicRef);
      });
    } else if (isJsonObject(value)) {
      const { $ref, security = document.security } = value;
      if (typeof $ref === 'string') visit(pointer, $ref);
      const requirements = kind === 'operation' ? objects(security) : [];
      for (const name of requirements.flatMap((each) => Object.keys(each))) {
        // The name may have characters that no URI can.
        const scheme = childPointer('', 'components', 'securitySchemes', name);
        visit(pointer, `#${scheme.replaceAll('%', '%25')}`);
      }
    }
  });
}
