import { isDeepStrictEqual } from 'node:util';
import { type FailureKind, failureKinds, stringifyJson } from 'openapi-trellis/tools';
import { isJsonObject, type JsonObject, jsonIn } from '../document';
import {
  bodyMatchesSchema,
  type Check,
  type Exchange,
  hasSuccess,
  reasons,
  type Violation,
} from '../judge';
import type { OperationRequest } from '../samples';

/** More than a run needs: a service that takes anything has another fault. */
const MOST = 2_000;

const OF_VALUES: readonly FailureKind[] = [failureKinds.invalidBody, failureKinds.invalidParameter];

/** What the service took although the document forbids it. Where that comes back, it is the same fault. */
export class AcceptedInvalid {
  private readonly values = new Set<string>();
  private readonly objects: JsonObject[] = [];

  record(exchange: Exchange): void {
    const { judgement, testCase } = exchange;
    // What is malformed may be nested deeper than a stack.
    const isRead = judgement.expected === 'refusal' && OF_VALUES.includes(judgement.kind);
    if (!isRead || !hasSuccess(exchange)) return;
    const { request } = testCase;
    for (const value of partsOf(sentIn(request))) {
      if (this.values.size + this.objects.length >= MOST) return;
      if (isJsonObject(value)) this.objects.push(value);
      else this.values.add(stringifyJson(value));
    }
  }

  /** Why the body of a response is no other failure; undefined if it is. */
  doubt(exchange: Exchange, check: Check, { wrong }: Violation): string | undefined {
    if (check !== bodyMatchesSchema) return undefined;
    const isKnown = isAcceptedInvalid(exchange) || wrong?.some((value) => this.has(value)) === true;
    return isKnown ? reasons.acceptedInvalid : undefined;
  }

  /** True for a value that was sent, and an object that has the members of one that was. */
  private has(value: unknown): boolean {
    if (!isJsonObject(value)) return this.values.has(stringifyJson(value));
    return this.objects.some((sent) => {
      const members = Object.entries(sent);
      if (members.length === 0) return Object.keys(value).length === 0;
      return members.every(([name, each]) => isDeepStrictEqual(value[name], each));
    });
  }
}

function isAcceptedInvalid(exchange: Exchange): boolean {
  return exchange.judgement.expected === 'refusal' && hasSuccess(exchange);
}

/** The content as JSON, else the fields of a form, and the query. */
function sentIn({ target, body }: OperationRequest): unknown {
  const text = body?.toString() ?? '';
  const [, query = ''] = target.split('?');
  return [jsonIn(text) ?? fieldsOf(text), fieldsOf(query)];
}

function fieldsOf(text: string): string[] {
  return [...new URLSearchParams(text).values()];
}

function* partsOf(value: unknown): Generator {
  yield value;
  const parts = Array.isArray(value) || isJsonObject(value) ? Object.values(value) : [];
  for (const part of parts) yield* partsOf(part);
}
