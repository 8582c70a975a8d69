import type { CompiledQuerystring } from '../../contract';
import { DocumentError } from '../../document/model/document-error';
import { asObject } from '../../document/model/json-object';
import { childPointer } from '../../document/model/json-pointer';
import type { Located } from '../../document/model/resolve';
import { compileText, requestContent } from './compile-content';
import type { SchemaUses } from './schema-uses';

/** The parameter that is the whole query, if there is one; an operation has one at most. */
export function querystringOf(parameters: readonly Located[]): Located | undefined {
  return parameters.find(({ value }) => value.in === 'querystring');
}

/** The media type of a query that is one value, and the pointer of its Media Type Object. */
export function querystringContent({ pointer, value }: Located): [mediaType: string, at: string] {
  const [mediaType = ''] = Object.keys(asObject(value.content));
  return [mediaType, childPointer(pointer, 'content', mediaType)];
}

/**
 * How a query that is one value is read. What is neither JSON nor a form is text.
 *
 * @throws DocumentError for a media type that no query can be of
 * @see https://spec.openapis.org/oas/v3.2.0#parameter-locations
 */
export function compileQuerystring(schemas: SchemaUses, parameter: Located): CompiledQuerystring {
  const [mediaType, pointer] = querystringContent(parameter);
  const media = requestContent(schemas, mediaType, pointer);
  if (media.kind === 'multipart' || media.kind === 'items') {
    const message = `a query cannot be of the media type ${mediaType}; write application/x-www-form-urlencoded`;
    throw new DocumentError([{ pointer, message }]);
  }
  return {
    required: parameter.value.required === true,
    media: media.kind === 'raw' ? compileText(schemas, childPointer(pointer, 'schema')) : media,
  };
}
