import { matchMediaRange, parseMediaType, responseKeyFor } from '../../../src/contract';
import type { SecondValidator } from '../../../src/conformance/judge/second-validator';
import {
  asObject,
  childPointer,
  type LoadedContract,
  type Operation,
} from '../../../src/generate/index';

/** A response as it is judged. */
export interface ReceivedResponse {
  readonly status: number;
  /** The Content-Type; '' without one. */
  readonly mediaType: string;
  readonly body: string;
}

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

/** Judges error responses by the schemas of their document, with the validator of conformance testing. */
export class ErrorJudge {
  private refusals = 0;
  private documented = 0;
  private judged = 0;
  private fitting = 0;

  constructor(
    private readonly loaded: Pick<LoadedContract, 'resolver'>,
    private readonly validator: SecondValidator,
  ) {}

  get counts(): ErrorCounts {
    const { refusals, documented, judged, fitting } = this;
    return { refusals, documented, judged, fitting };
  }

  /** Counts the response to a request that was refused. @returns what is wrong with its body, if anything is */
  async judge(
    operation: Operation,
    { status, mediaType, body }: ReceivedResponse,
  ): Promise<string | undefined> {
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
    const value = valueOf(mediaType, body);
    // A number that it cannot say anything of is no fault.
    if (
      value !== undefined &&
      (await this.validator.accepts(pointer, 'response', value)) !== false
    ) {
      this.fitting++;
      return undefined;
    }
    return `${status} has a body that does not fit ${pointer}: ${body.slice(0, 200)}`;
  }
}

/** True where the text of a body is a value of its schema, or says one: not for XML. */
function isValue(mediaType: string): boolean {
  return !/[/+]xml\b/.test(mediaType);
}

/** @returns undefined for what should be JSON and is not */
function valueOf(mediaType: string, body: string): unknown {
  if (!/[/+]json\b/.test(mediaType)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
