import { CommandError } from '../cli';
import {
  describeFaults,
  DocumentError,
  isJsonObject,
  parseSource,
  type SourceDocument,
} from '../document';
import { withoutUser } from '../judge';

const TIMEOUT_MS = 30_000;
const MOST_MEBIBYTES = 20;

/** True for the URL of a document, false for a file. */
export function isUrl(spec: string): boolean {
  return /^https?:\/\//i.test(spec);
}

/**
 * Reads a document from a server and follows redirects. Files that the document refers to are not fetched.
 *
 * @throws CommandError if it cannot be read at all, or not in time
 */
export async function fetchDocument(url: string): Promise<SourceDocument> {
  const name = withoutUser(url);
  const text = await textAt(url).catch((error: unknown) => {
    throw new CommandError(`The document ${name} cannot be read: ${reasonOf(error)}`);
  });
  try {
    const source = parseSource(text, name);
    for (const reference of outerReferences(source.document)) {
      throw new CommandError(
        `The document ${name} refers to "${reference}", which is not fetched; save it with what it refers to, and name the file with --spec FILE`,
      );
    }
    return source;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new CommandError(describeFaults(error.faults));
  }
}

/** Keywords whose values are data. */
const OF_DATA = ['const', 'default', 'enum', 'example', 'examples'];

/** The references of a document to other files by relative path. */
function* outerReferences(value: unknown): Generator<string> {
  if (Array.isArray(value)) for (const item of value) yield* outerReferences(item);
  // A part with an `$id` may be referred to by that id.
  if (!isJsonObject(value) || '$id' in value) return;
  for (const [name, member] of Object.entries(value)) {
    const isPath = typeof member === 'string' && !member.startsWith('#') && !URL.canParse(member);
    if (name === '$ref' && isPath) yield member;
    else if (!OF_DATA.includes(name)) yield* outerReferences(member);
  }
}

async function textAt(url: string): Promise<string> {
  const { username, password, origin, pathname, search } = new URL(url);
  const user = Buffer.from(decodeURIComponent(`${username}:${password}`)).toString('base64');
  const response = await fetch(`${origin}${pathname}${search}`, {
    headers: {
      accept: 'application/json, application/yaml, text/yaml, */*;q=0.5',
      ...(username !== '' && { authorization: `Basic ${user}` }),
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`the status is ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_MEBIBYTES * 2 ** 20) throw new Error(`it has more than ${MOST_MEBIBYTES} MiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** The reason of a failed `fetch` is in the cause. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { readonly cause?: { message?: string } };
  if (name === 'TimeoutError') return `it did not arrive within ${TIMEOUT_MS / 1_000} s`;
  return cause?.message ?? message;
}
