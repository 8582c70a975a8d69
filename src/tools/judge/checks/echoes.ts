import { canonicalText } from 'openapi-trellis/tools';
import { childPointer, isJsonObject, type JsonObject, type Operation } from '../../document';
import { errorOfValue } from '../../schema';
import {
  collectionOf,
  ID_NAMES,
  keywordOf,
  partAt,
  referenceNames,
  requestSchema,
  type ValuePart,
  sameName,
} from '../../resources';
import { placeInValue } from '../cause';
import {
  describeDifference,
  type Difference,
  differences,
  isNumeric,
  isState,
  thingIn,
} from '../compare';
import { exactJson, type Exchange, jsonOf } from '../exchange';
import { judgedResponse } from '../judge-response';
import { reasons } from '../no-verdicts';
import type { JudgedDocument } from '../second-validator';
import type { Check } from './check';
import { violation } from './responses';

export const responseMatchesRequest: Check = {
  id: 'response-matches-request',
  rule: 'A response to a creation or change SHOULD have the values that were sent, where it has their members.',
  see: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.3.2',
  examine: (exchange, document) => {
    const { operation } = exchange.testCase;
    const found = changed(exchange, document);
    if (found.length === 0) return [];
    const ids = operation === undefined ? [] : idNames(document, operation);
    const certain = found.find((each) => isCertain(each, ids));
    const shown = certain ?? found[0];
    if (shown === undefined) return [];
    const pointer = shown.sides.came.places[0]?.pointer ?? '';
    const cause = { place: placeInValue(shown.place, document.loaded.document) };
    const doubt = certain === undefined ? { noVerdict: reasons.changed } : {};
    const what = describeDifference(shown);
    return violation(exchange, pointer, { what, cause }).map((each) => ({ ...each, ...doubt }));
  },
};

/** The values of a response that differ from those that were sent under the same names and schemas. */
function changed(exchange: Exchange, document: JudgedDocument): Difference[] {
  const judged = judgedResponse(exchange, document);
  const { body } = exchange.testCase.request;
  if (exchange.judgement.expected !== 'acceptance' || body === undefined) return [];
  if (judged?.media === undefined || !('schema' in judged.media.value)) return [];
  const { loaded } = document;
  const [sent, json] = [exactJson(body), jsonOf(judged.response)];
  const from = requestSchema(loaded, judged.operation);
  if (from === undefined || !isJsonObject(sent) || !isJsonObject(json)) return [];
  const to = childPointer(judged.media.pointer, 'schema');
  if (errorOfValue(loaded.validatorAt(to, 'response'), json) !== undefined) return [];
  const { value, part } = thingIn(loaded, partAt(loaded, to), json, sent);
  const { method } = judged.operation;
  if (!isJsonObject(value) || !isKept(method, judged.response.status, sent, value)) return [];
  const sides = { loaded, sent: partAt(loaded, from), came: part, withStates: true } as const;
  return differences(sides, sent, value, () => undefined).filter(
    ({ came, sides: at }) => came !== undefined && came !== null && isOneSchema(at.sent, at.came),
  );
}

/** True if a response shows what the request has created or changed, not the result of a calculation. */
function isKept(method: string, status: number, sent: JsonObject, came: JsonObject): boolean {
  if (status === 201) return method === 'POST' || method === 'PUT';
  if (status !== 200) return false;
  const isNew = ID_NAMES.some((name) => name in came && !(name in sent));
  return method === 'PUT' || method === 'PATCH' || (method === 'POST' && isNew);
}

/** True if the same schemas describe both values, without a default, which a service may restore. */
function isOneSchema(one: ValuePart, other: ValuePart): boolean {
  if ([one, other].some((part) => keywordOf(part, 'default').length > 0)) return false;
  const text = ({ places }: ValuePart): string =>
    [...new Set(places.map(({ schema }) => canonicalText(withoutWords(schema))))].sort().join();
  return text(one) === text(other);
}

function withoutWords(schema: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !WORDS.includes(name)));
}

const WORDS = ['title', 'description', 'example', 'examples', 'deprecated', '$ref', 'xml'];

/** Words for members that a service may set itself although the document does not say so. */
const OWN = new Set([
  ...['version', 'revision', 'etag', 'count', 'total', 'balance', 'score', 'progress', 'token'],
  ...['status', 'state', 'stage', 'phase', 'date', 'time', 'at', 'role', 'verified', 'confirmed'],
  ...['approved', 'limit', 'page', 'offset', 'position', 'order', 'index', 'rank', 'sequence'],
  ...['number', 'serial'],
]);

/** True for a name with one of these words, such as `itemCount` or `item_count`. */
function isOwn(name: string): boolean {
  const words = name.split(/(?<=[a-z])(?=[A-Z])|[^A-Za-z]+/);
  return words.some((word) => OWN.has(word.toLowerCase()));
}

/** Names of the member with the id of what an operation creates or changes, which a service may give. */
function idNames({ loaded }: JudgedDocument, { path }: Operation): string[] {
  const within = loaded.operations.find((each) => collectionOf(each.path) === path);
  const itemPath = path.endsWith('}') ? path : (within?.path ?? `${path}/{id}`);
  return [...ID_NAMES, ...referenceNames({ itemPath })];
}

/** True for another boolean, integer or value of an `enum`, and for a text that was cut off within a word. */
function isCertain({ place, sent, came, sides }: Difference, ids: readonly string[]): boolean {
  const [name = ''] = place.split('/').slice(-1);
  if (sameName(ids, name) !== undefined) return false;
  if (typeof sent === 'string' && typeof came === 'string' && isCut(sent, came)) return true;
  if (isOwn(name)) return false;
  const isInteger = keywordOf(sides.sent, 'type').flat().includes('integer');
  return isState(sides.sent, sent) || (isNumeric(sent, came) && isInteger);
}

function isCut(sent: string, came: string): boolean {
  const [last = '', next = ''] = [came.at(-1), sent[came.length]];
  return (
    came !== '' && sent.startsWith(came) && [last, next].every((each) => /[\p{L}\p{N}]/u.test(each))
  );
}
