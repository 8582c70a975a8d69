import {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
  type Check,
  headersMatchSchema,
  headersPresent,
  contentTypePresent,
  mediaTypeDocumented,
  statusDocumented,
  type Exchange,
  type ReceivedResponse,
  HyperjumpValidator,
  type JudgedDocument,
} from '../../judge';
import type { LoadedContract } from '../../validators';
import type { Operation, SourceDocument } from '../../document';
import { withoutFields } from './sent-on';

/** An undocumented part of a response. */
export interface Violation {
  /** With the operation, the place and the expectation. */
  readonly message: string;
  /** JSON Pointer of the violated part of the document. */
  readonly pointer: string;
}

const HEAD_CHECKS = [statusDocumented, mediaTypeDocumented, contentTypePresent];
const FIELD_CHECKS = [headersPresent, headersMatchSchema];
const BODY_CHECKS = [bodyWellFormed, bodyMatchesSchema, errorBodyMatchesSchema, writeOnlyHidden];

/** Validates responses of an upstream by the conformance checks. */
export class ResponseJudge {
  private readonly document: JudgedDocument;

  constructor(source: SourceDocument, loaded: LoadedContract) {
    this.document = { source, loaded, second: HyperjumpValidator.of(loaded) };
  }

  /**
   * @param response with any body if that is not validated
   * @param content decoded; undefined if it is not validated
   */
  async violations(
    operation: Operation,
    response: ReceivedResponse,
    content: Buffer | undefined,
  ): Promise<Violation[]> {
    const { document } = this;
    const exchange = exchangeOf(operation, response);
    const plain = content && {
      ...response,
      headers: withoutFields(response.headers, 'content-encoding'),
      body: content,
    };
    return [
      ...(await examined([...HEAD_CHECKS, ...FIELD_CHECKS], exchange, document)),
      ...(plain ? await examined(BODY_CHECKS, exchangeOf(operation, plain), document) : []),
    ];
  }
}

async function examined(
  checks: readonly Check[],
  exchange: Exchange,
  document: JudgedDocument,
): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const check of checks) {
    for (const each of (await check.examine?.(exchange, document)) ?? []) found.push(each);
  }
  return found;
}

/** The exchange for the checks. Of its request they use only that the operation accepted it. */
function exchangeOf(operation: Operation, response: ReceivedResponse): Exchange {
  const { operationId, method, path: target } = operation;
  return {
    testCase: {
      phase: 'recorded',
      operation,
      title: operationId,
      request: { method, target, headers: [] },
      isRouted: true,
      covers: [],
    },
    judgement: { expected: 'acceptance', input: {} },
    outcome: { kind: 'response', response },
    sentAt: 0,
    durationMs: 0,
  };
}
