import {
  bodyMatchesSchema,
  bodyWellFormed,
  errorBodyMatchesSchema,
  writeOnlyHidden,
} from '../../conformance/checks/bodies';
import type { Check } from '../../conformance/checks/check';
import { headersMatchSchema, headersPresent } from '../../conformance/checks/headers';
import {
  contentTypePresent,
  mediaTypeDocumented,
  statusDocumented,
} from '../../conformance/checks/responses';
import type { Exchange, ReceivedResponse } from '../../conformance/exchange';
import { HyperjumpValidator, type JudgedDocument } from '../../conformance/judge/second-validator';
import type { LoadedContract, Operation, SourceDocument } from '../../generate/index';
import { withoutFields } from './sent-on';

/** What of a response the document does not state. */
export interface Violation {
  /** With the operation, the place and what was expected. */
  readonly message: string;
  /** JSON Pointer into the document of what says so. */
  readonly pointer: string;
}

const HEAD_CHECKS = [statusDocumented, mediaTypeDocumented, contentTypePresent];
const FIELD_CHECKS = [headersPresent, headersMatchSchema];
const BODY_CHECKS = [bodyWellFormed, bodyMatchesSchema, errorBodyMatchesSchema, writeOnlyHidden];

/** Holds responses of an upstream against the document, by the checks of conformance. */
export class ResponseJudge {
  private readonly document: JudgedDocument;

  constructor(source: SourceDocument, loaded: LoadedContract) {
    this.document = { source, loaded, second: HyperjumpValidator.of(loaded) };
  }

  /**
   * @param response as it came, with a body of any content where that is not looked at
   * @param content without its codings; undefined where it is not looked at
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

/** As the checks want it: what they say of a request is that it is of the operation and was accepted. */
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
