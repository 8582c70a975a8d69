import { matchMediaRange, parseMediaType, responseKeyFor } from '../../../src/runtime/contract';
import type { SecondValidator } from '../../../src/tools/judge/second-validator';
import { asObject, childPointer, type Operation } from '../../../src/tools/document';
import type { LoadedContract } from '../../../src/tools/validators';

/** A response to judge. */
export interface ReceivedResponse {
  readonly status: number;
  /** The Content-Type; '' without one. */
  readonly mediaType: string;
  readonly body: string;
}

/** Counts of responses to rejected requests. */
export interface ErrorCounts {
  /** Rejected requests. */
  readonly refusals: number;
  /** Those with a documented status. */
  readonly documented: number;
  /** Those with a body whose media type has a schema. */
  readonly judged: number;
  /** Those with a body that matches the schema. */
  readonly fitting: number;
}

/** Judges error responses by their document's schemas, with the validator of conformance testing. */
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

  /** Counts the response to a rejected request. @returns the fault of its body, if there is one */
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
    // A number that the validator cannot judge is not a fault.
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

/** True if the body's text is or represents a value of its schema: not for XML. */
function isValue(mediaType: string): boolean {
  return !/[/+]xml\b/.test(mediaType);
}

/** @returns undefined for malformed JSON */
function valueOf(mediaType: string, body: string): unknown {
  if (!/[/+]json\b/.test(mediaType)) return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
