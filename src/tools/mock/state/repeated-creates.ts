import { createHash } from 'node:crypto';
import { Failure, stringifyJson } from 'openapi-trellis/tools';
import { asObject, type JsonObject } from '../../document';
import { conflict } from '../failures';
import type { Call } from './call';
import { type Change, type ItemChanges, NotKept } from './change-items';

/** Maximum known keys, equal to that of kept items; then the oldest are evicted. */
const MOST = 10_000;

/** The item that a request with a key created. */
interface Known {
  /** Digest of its body. */
  readonly sent: string;
  readonly id: string;
}

/**
 * Creates items for requests with an `Idempotency-Key`, if the document has that header: repeating a request creates
 * nothing, and returns the created item as long as it exists.
 * @see https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2.6
 */
export class RepeatedCreates {
  /** By digests of the keys, because clients choose the length of keys. */
  private readonly known = new Map<string, Known>();

  constructor(private readonly changes: ItemChanges) {}

  create(call: Call, body: JsonObject): Change | Failure | NotKept {
    const { collection } = call;
    const key = idempotencyKey(call);
    if (key === undefined) return this.changes.create(collection, body);
    const sent = digest(stringifyJson(body));
    const before = this.known.get(key);
    const thing = before && this.changes.items.get(collection, before.id);
    if (before !== undefined && thing !== undefined) {
      if (before.sent === sent) return { id: before.id, thing, isNew: true };
      return conflict('The Idempotency-Key was sent with another body');
    }
    const made = this.changes.create(collection, body);
    if (!(made instanceof Failure || made instanceof NotKept)) {
      this.remember(key, { sent, id: made.id });
    }
    return made;
  }

  forgetAll(): void {
    this.known.clear();
  }

  private remember(key: string, known: Known): void {
    this.known.set(key, known);
    const [oldest] = this.known.keys();
    if (this.known.size > MOST && oldest !== undefined) this.known.delete(oldest);
  }
}

/** Keys are scoped to one operation and path. */
function idempotencyKey({ request, operation }: Call): string | undefined {
  const headers = Object.entries(asObject(request.input.headers));
  const key = headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
  if (typeof key !== 'string') return undefined;
  return digest([operation.operationId, request.path, key].join(' '));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
