import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { matchMediaRange, parseMediaType, responseKeyFor } from '../../src/contract';
import {
  asObject,
  childPointer,
  isJsonObject,
  type JsonObject,
  type LoadedContract,
  type Operation,
} from '../generate/index';
import type { ReceivedResponse } from './send-request';

/** What responses to refused requests were found to be. */
export interface ErrorCounts {
  /** Requests that were refused. */
  readonly refusals: number;
  /** Of those: with a status that the operation documents. */
  readonly documented: number;
  /** Of those: with a body of a media type that has a schema. */
  readonly judged: number;
  /** Of those: with a body that fits the schema. */
  readonly fitting: number;
}

/** References of a plain document are pointers; in examples, these are anything. */
const NAMES = ['$id', '$anchor', '$dynamicAnchor'];

const ID = 'https://corpus.invalid/document';

/**
 * Judges error responses by the schemas of their document, with a validator that shares nothing with the
 * one that the responses come from but the package that both are made of.
 */
export class ErrorJudge {
  private refusals = 0;
  private documented = 0;
  private judged = 0;
  private fitting = 0;
  private readonly ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });

  constructor(private readonly loaded: Pick<LoadedContract, 'resolver'>) {
    addFormats(this.ajv);
    this.ajv.addSchema({ ...(plain(loaded.resolver.document) as JsonObject), $id: ID });
  }

  get counts(): ErrorCounts {
    const { refusals, documented, judged, fitting } = this;
    return { refusals, documented, judged, fitting };
  }

  /** Counts the response to a request that was refused. @returns what is wrong with its body, if anything is */
  judge(operation: Operation, { status, mediaType, body }: ReceivedResponse): string | undefined {
    this.refusals++;
    const { resolver } = this.loaded;
    const key = responseKeyFor(asObject(operation.value.responses), status);
    if (key === undefined) return undefined;
    this.documented++;
    const response = resolver.resolve(childPointer(operation.pointer, 'responses', key));
    const content = asObject(response.value.content);
    if (Object.keys(content).length === 0) return undefined;
    const parsed = parseMediaType(mediaType);
    const range = parsed && matchMediaRange(Object.keys(content), parsed);
    if (range === undefined) {
      this.judged++;
      return `${status} has a body of the type "${mediaType}", which is not documented`;
    }
    const pointer = childPointer(response.pointer, 'content', range, 'schema');
    if (resolver.at(pointer).schema === undefined || !isValue(mediaType)) return undefined;
    this.judged++;
    const validate = this.ajv.compile({ $ref: `${ID}#${encodeURI(pointer)}` });
    if (validate(valueOf(mediaType, body))) {
      this.fitting++;
      return undefined;
    }
    return `${status} has a body that does not fit ${pointer}: ${body.slice(0, 200)} ${this.ajv.errorsText(validate.errors)}`;
  }
}

/** True where the text of a body is a value of its schema, or says one: not for XML. */
function isValue(mediaType: string): boolean {
  return !/[/+]xml\b/.test(mediaType);
}

function valueOf(mediaType: string, body: string): unknown {
  if (!/[/+]json\b/.test(mediaType)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * A copy as Ajv takes it: with numbers for bigints, without names that no reference has, and without
 * asking a response for properties that only requests have.
 */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isJsonObject(value)) return value;
  const { required } = value;
  const properties = asObject(value.properties);
  const isSent = (name: unknown): boolean => asObject(properties[String(name)]).writeOnly !== true;
  const asked = Array.isArray(required) ? { required: required.filter(isSent) } : {};
  const members = Object.entries({ ...value, ...asked })
    .filter(([key, each]) => !(NAMES.includes(key) && typeof each === 'string'))
    .map(([key, each]) => [key, plain(each)]);
  return Object.fromEntries(members) as JsonObject;
}
