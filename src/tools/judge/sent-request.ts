import {
  type CompiledOperation,
  type CompiledParameter,
  decoded,
  matchMediaRange,
  parseMediaType,
  type SchemaType,
  valueTypes,
} from 'openapi-trellis/tools';
import { asObject, childPointer, type Operation } from '../document';
import type { LoadedContract } from '../validators';
import { type OperationRequest, valueSchema } from '../samples';
import { isCursor } from '../resources';
import { headerValues } from './exchange';

/** A request as it was sent, parsed without the decoding of the contract layer. */
export interface SentRequest {
  readonly request: OperationRequest;
  readonly operation: Operation;
  readonly compiled: CompiledOperation;
  /** All parameters of the operation, including those that were not sent. */
  readonly parameters: readonly SentParameter[];
  /** The raw query as pairs; names are decoded. */
  readonly query: readonly NamedText[];
  /** Names in the query that the document does not describe. */
  readonly undeclared: readonly string[];
  readonly body?: SentBody;
}

export type NamedText = readonly [name: string, text: string];

export interface SentParameter {
  readonly compiled: CompiledParameter;
  readonly schema: string;
  /** Types that its schema admits; empty if it does not restrict types. */
  readonly types: readonly SchemaType[];
  /** The texts as sent: none if the parameter was not sent, several if it was repeated. */
  readonly texts: readonly string[];
  /** Its potential properties, by name, if it is an object spread over several names. */
  readonly members: readonly NamedText[];
  /** True for a cursor, which selects the page of a list. */
  readonly isCursor: boolean;
}

export interface SentBody {
  /** In lower case, without parameters; '' without a Content-Type. */
  readonly mediaType: string;
  readonly charset: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** The text as UTF-8, without a byte order mark. */
  readonly text: string;
  /** JSON Pointer of its schema; absent if the document has none for it. */
  readonly schema?: string;
  /** The types that the schema admits for a field of a form; empty if unknown. */
  readonly typesOf: (field: string) => readonly SchemaType[];
}

export function sentRequest(
  loaded: LoadedContract,
  operation: Operation,
  compiled: CompiledOperation,
  request: OperationRequest,
): SentRequest {
  const [path = '', ...rest] = request.target.split('?');
  const query = pairsOf(rest.join('?'), '&');
  const parameters = sentParameters(loaded, operation, compiled, request, path, query);
  const body = sentBody(loaded, operation, compiled, request);
  return {
    request,
    operation,
    compiled,
    query,
    undeclared: undeclaredNames(loaded, parameters, query),
    parameters,
    ...(body && { body }),
  };
}

function sentParameters(
  { contract, resolver }: LoadedContract,
  operation: Operation,
  { basePaths = contract.basePaths, parameters: all }: CompiledOperation,
  { headers }: OperationRequest,
  path: string,
  query: readonly NamedText[],
): SentParameter[] {
  const cookies = headerValues({ headers }, 'cookie').flatMap((value) => pairsOf(value, ';'));
  const texts = {
    path: pathTexts(operation.path, basePaths, path),
    query,
    header: headers.map(([name, value]) => [name.toLowerCase(), value] as const),
    cookie: cookies,
  };
  return all.flatMap((parameter) => {
    const located = operation.parameters.find(
      ({ value }) => value.name === parameter.name && value.in === parameter.in,
    );
    if (located === undefined) return [];
    const sent = texts[parameter.in];
    const name = parameter.in === 'header' ? parameter.name.toLowerCase() : parameter.name;
    const isElse = (other: string): boolean =>
      all.some((each) => each !== parameter && each.in === parameter.in && each.name === other);
    const { types } = valueTypes(contract.valueTypes, parameter.serialization.types);
    return {
      compiled: parameter,
      schema: valueSchema(located),
      types,
      texts: sent.filter(([other]) => other === name).map(([, text]) => text),
      members: isSpread(parameter, types)
        ? sent.filter(([other]) => other !== name && !isElse(other))
        : [],
      isCursor: isCursor({ resolver }, located),
    };
  });
}

/** True for an object whose properties may be sent as separate parameters. */
function isSpread(
  { in: location, serialization }: CompiledParameter,
  types: readonly SchemaType[],
): boolean {
  return (
    ['query', 'cookie'].includes(location) && 'style' in serialization && types.includes('object')
  );
}

/** Undocumented query names; none if an object is spread over the query: all may be its properties. */
function undeclaredNames(
  { contract: { securitySchemes } }: LoadedContract,
  parameters: readonly SentParameter[],
  query: readonly NamedText[],
): string[] {
  const declared = parameters.filter(({ compiled }) => compiled.in === 'query');
  const mayTakeAll = ({ compiled: { serialization }, types }: SentParameter): boolean =>
    'style' in serialization && (types.length === 0 || types.includes('object'));
  if (declared.some(mayTakeAll)) return [];
  const keys = Object.values(securitySchemes).flatMap((scheme) =>
    scheme.type === 'apiKey' && scheme.in === 'query' ? [scheme.name] : [],
  );
  const known = new Set([...keys, ...declared.map(({ compiled }) => compiled.name)]);
  return query.map(([name]) => name).filter((name) => !known.has(name));
}

function pairsOf(text: string, separator: string): NamedText[] {
  const pairs = text.split(separator).map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decoded(name.replaceAll('+', ' ')), value.join('=')];
    });
}

/** The raw path parameters; none if the path does not match the template. */
function pathTexts(template: string, bases: readonly string[], path: string): NamedText[] {
  const rests = ['', ...bases].filter((base) => path.startsWith(base));
  const found = rests.map((base) => templateTexts(template, path.slice(base.length)));
  return found.find((texts) => texts !== undefined) ?? [];
}

function templateTexts(template: string, path: string): NamedText[] | undefined {
  const [start = '', ...pieces] = template.split(/\{([^{}]*)\}/);
  if (!path.startsWith(start)) return undefined;
  const texts: NamedText[] = [];
  let rest = path.slice(start.length);
  for (let index = 0; index < pieces.length; index += 2) {
    const [name = '', literal = ''] = pieces.slice(index, index + 2);
    const end = literal === '' ? rest.length : rest.indexOf(literal);
    if (end < 0) return undefined;
    texts.push([name, rest.slice(0, end)]);
    rest = rest.slice(end + literal.length);
  }
  return rest === '' ? texts : undefined;
}

function sentBody(
  { resolver, contract }: LoadedContract,
  operation: Operation,
  compiled: CompiledOperation,
  { headers, body }: OperationRequest,
): SentBody | undefined {
  if (body === undefined || body.length === 0) return undefined;
  const [contentType = ''] = headerValues({ headers }, 'content-type');
  const parsed = parseMediaType(contentType);
  const sent = {
    mediaType: parsed?.essence ?? '',
    charset: parsed?.parameters.charset?.toLowerCase() ?? 'utf-8',
    contentType,
    bytes: body,
    text: body.toString().replace(/^\uFEFF/, ''),
    typesOf: () => [],
  };
  if (!('requestBody' in operation.value) || parsed === undefined) return sent;
  const { pointer, value } = resolver.resolve(childPointer(operation.pointer, 'requestBody'));
  const range = matchMediaRange(Object.keys(asObject(value.content)), parsed);
  if (range === undefined) return sent;
  const media = resolver.resolve(childPointer(pointer, 'content', range));
  if (!('schema' in media.value)) return sent;
  const form = compiled.requestBody?.content[range];
  const fields = form !== undefined && 'fields' in form ? form.fields : {};
  return {
    ...sent,
    schema: childPointer(media.pointer, 'schema'),
    typesOf: (name) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return field ? valueTypes(contract.valueTypes, field.serialization.types).types : [];
    },
  };
}
