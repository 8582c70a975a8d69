import { ExactNumbers, isJson, parseJson, type ParsedJson, stringifyJson } from '../../../contract';
import { headerValues } from '../../../conformance/exchange';
import {
  bodyReadings,
  headerReadings,
  parameterReadings,
  textReadings,
} from '../../../conformance/judge/readings';
import { isSent } from '../../../conformance/judge/judge-request';
import type { JudgedResponse } from '../../../conformance/judge/judge-response';
import type { SentBody, SentRequest } from '../../../conformance/judge/sent-request';
import { valueSchema } from '../../../samples/requests/sample-values';
import { asObject, childPointer, isPlainJson, type LoadedContract } from '../../../generate/index';

/** The possible values of a recorded part; empty if it is absent. */
export type Readings = readonly ParsedJson[];

/**
 * The values in a request for a schema of its operation.
 * @param schema JSON Pointer in the document by which the request was parsed
 * @returns undefined if they cannot be read, such as items of a stream
 */
export async function requestReadings(
  { parameters, body }: SentRequest,
  schema: string,
): Promise<Readings | undefined> {
  const parameter = parameters.find((each) => each.schema === schema);
  if (parameter !== undefined) {
    return isSent(parameter) ? parameterReadings(parameter)?.flatMap(readingsOf) : [];
  }
  // The schema may be of another media type than the body.
  if (body?.media === undefined) return [];
  if (schema === childPointer(body.media, 'itemSchema')) return undefined;
  return schema === childPointer(body.media, 'schema') ? bodyValues(body) : [];
}

async function bodyValues(body: SentBody): Promise<Readings | undefined> {
  if (isJson(body.mediaType)) return parsed(body.bytes);
  const readings = await bodyReadings(body);
  return Array.isArray(readings) ? readings.flatMap(readingsOf) : undefined;
}

/** The values in a response for a schema: its body, or one of its headers. */
export function responseReadings(
  judged: JudgedResponse,
  schema: string,
  loaded: LoadedContract,
): Readings {
  const { response, media, mediaType, json } = judged;
  if (media !== undefined && childPointer(media.pointer, 'schema') === schema) {
    if (json !== undefined) return 'fault' in json ? [] : [json];
    if (mediaType !== 'text/plain') return [];
    return (textReadings(response.body.toString()) ?? []).flatMap(readingsOf);
  }
  const values = headerTexts(judged, loaded, (pointer) => pointer === schema) ?? [];
  return values.length === 0 ? [] : (headerReadings(values.join(', ')) ?? []).flatMap(readingsOf);
}

/**
 * The values of a documented header.
 * @param isIt true for the pointer of the header or of its schema
 * @returns undefined if the document describes no such header
 */
export function headerTexts(
  { documented, response }: JudgedResponse,
  { resolver }: LoadedContract,
  isIt: (pointer: string) => boolean,
): string[] | undefined {
  if (documented === undefined) return undefined;
  const name = Object.keys(asObject(documented.value.headers)).find((each) => {
    const header = resolver.resolve(childPointer(documented.pointer, 'headers', each));
    return isIt(header.pointer) || isIt(valueSchema(header));
  });
  return name === undefined ? undefined : headerValues(response, name.toLowerCase());
}

/** The readings of a value, as if parsed from its JSON. */
export function readingsOf(value: unknown): ParsedJson[] {
  if (value === undefined) return [];
  if (isPlainJson(value)) return [{ value, exact: new ExactNumbers() }];
  return parsed(Buffer.from(stringifyJson(value)));
}

function parsed(bytes: Buffer): ParsedJson[] {
  const json = parseJson(bytes);
  return 'fault' in json ? [] : [json];
}
