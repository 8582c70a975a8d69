import { Failure, stringifyJson } from '../../../src/contract';
import { asObject, type JsonObject } from '../../generate/index';
import { conflict } from '../failures';
import type { Call } from './call';
import { type Change, NotKept } from './change-items';

/** As many keys are known as things are kept at most; then the oldest are forgotten. */
const MOST = 10_000;

type Made = Change | Failure | NotKept;

interface Known {
  readonly sent: string;
  readonly change: Change;
}

/**
 * What requests with an `Idempotency-Key` made: the same again gets the same response, and makes nothing. Heeded
 * where the document has that header.
 *
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2.6
 */
export class RepeatedCreates {
  private readonly known = new Map<string, Known>();

  /** Creates by a call, unless it has been done by the same key. */
  once(call: Call, body: JsonObject, create: () => Made): Made {
    const key = keyOf(call);
    if (key === undefined) return create();
    const sent = stringifyJson(body);
    const before = this.known.get(key);
    if (before?.sent === sent) return before.change;
    if (before !== undefined) return conflict('The Idempotency-Key was sent with another body');
    const made = create();
    const isNothing = made instanceof Failure || made instanceof NotKept;
    if (!isNothing) this.keep(key, { sent, change: made });
    return made;
  }

  forgetAll(): void {
    this.known.clear();
  }

  private keep(key: string, known: Known): void {
    this.known.set(key, known);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}

/** Of one place: others may use the same key. */
function keyOf({ request, operation }: Call): string | undefined {
  const sent = Object.entries(asObject(request.input.headers));
  const key = sent.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  return typeof key === 'string' ? `${operation.operationId} ${request.path} ${key}` : undefined;
}
