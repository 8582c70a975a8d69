import { asObject, childPointer, type Operation } from '../../../document';
import type { OperationRequest } from '../../../samples';
import type { Resource } from '../../../resources';
import { mediaTypeOf } from '../../../judge';
import { identitiesOf } from '../identity';
import { isDone, keysSent, makeItem } from '../items';
import type { Step, Steps } from '../steps';

/** The signature of a PNG file, a NUL, bytes that are no UTF-8, and both kinds of line ends. */
const BYTES = Buffer.from('89504e470d0a1a0a00fffe80c3280a', 'hex');

const FILE_TYPE = /^image\/|^application\/(?:octet-stream|pdf|zip|gzip)$/;

/** Words for content that the service makes from a file. */
const CONVERTED = /thumb|preview|conver|resiz|scal|crop|compress|optimi|transform|strip|mark/i;

/** A part of a form with a file name: what is before its content, and its media type. */
const PART = /(; filename="[^"]*"\r\nContent-Type: ([^\r\n]+)\r\n\r\n)[^]*?(?=\r\n--)/g;

/** Sends files to create items and to what is below them, and compares the bytes that the document's operations return. */
export async function storeFile(steps: Steps, resource: Resource): Promise<void> {
  const { create, itemPath: path } = resource;
  const reads = create && path ? fileReads(steps, path, create) : [];
  const creation = reads.length > 0 ? (await makeItem(steps, resource))?.creation : undefined;
  if (path && creation) {
    await compareFile(steps, creation, reads, (upload) => {
      const [made] = identitiesOf(steps.maker, resource, upload.exchange, keysSent(upload));
      if (made !== undefined) steps.created.push({ resource, path, keys: made.keys });
      return made?.keys;
    });
  }
  for (const write of path ? fileWrites(steps, path) : []) {
    const item = (await makeItem(steps, resource))?.item ?? steps.known.of(resource);
    const first = item && (await steps.call('stores a file', write, item.keys));
    const readsBelow = fileReads(steps, write.path, write);
    if (first) await compareFile(steps, first, readsBelow, () => item.keys);
  }
}

/** @param keysOf the path parameters by which a file that was sent is read */
async function compareFile(
  steps: Steps,
  first: Step,
  reads: readonly Operation[],
  keysOf: (upload: Step) => readonly unknown[] | undefined,
): Promise<void> {
  const { testCase } = first.exchange;
  const sent = withBytes(testCase.request);
  if (sent === undefined) return;
  const upload = await steps.send('sends a file', first.operation, { ...testCase, ...sent });
  const keys = isDone(upload) ? keysOf(upload) : undefined;
  if (keys === undefined) return;
  for (const read of reads) {
    const other = await steps.twice(async () => {
      const reading = await steps.call('reads the file', read, keys);
      return isDamaged(reading, sent.type) ? reading : undefined;
    });
    if (other === undefined) continue;
    const [was, is] = [BYTES, other.response.body].map((each) => each.toString('hex', 0, 40));
    const message = `the file with the bytes ${was} came back as ${is === '' ? 'nothing' : is}`;
    steps.report('round-trip-exact', message, [upload, other]);
  }
}

/** The PUT operations below an item for something that is read at the same path. */
function fileWrites(steps: Steps, path: string): Operation[] {
  return steps.loaded.operations.filter(
    (each) =>
      each.method === 'PUT' &&
      isBelow(each.path, path) &&
      each.path !== path &&
      fileReads(steps, each.path, each).length > 0,
  );
}

/** True for a path of the item at the other path, or of a part of it that has no parameter of its own. */
function isBelow(at: string, path: string): boolean {
  return at.startsWith(path) && /^(?:\/[^{]*)?$/.test(at.slice(path.length));
}

/** The operations at a path and below it that return a file as it was sent, as far as the document says. */
function fileReads({ loaded }: Steps, path: string, create: Operation): Operation[] {
  const { operations, resolver } = loaded;
  return operations.filter(({ method, path: at, pointer, value }) => {
    const { summary, description, responses } = value;
    if (method !== 'GET' || !isBelow(at, path) || !('200' in asObject(responses))) return false;
    const { value: response } = resolver.resolve(childPointer(pointer, 'responses', '200'));
    const texts = [at, summary, description, response.description, create.value.description];
    const types = Object.keys(asObject(response.content));
    return types.some((type) => FILE_TYPE.test(type)) && !CONVERTED.test(texts.join(' '));
  });
}

/** The request with other bytes as its file; undefined unless it has exactly one. */
function withBytes(request: OperationRequest) {
  const type = mediaTypeOf(request)?.essence ?? '';
  if (FILE_TYPE.test(type)) return { request: { ...request, body: BYTES }, type };
  const text = request.body?.toString('latin1') ?? '';
  const [[, , own = ''] = [], ...others] = text.matchAll(PART);
  if (!FILE_TYPE.test(own) || others.length > 0) return undefined;
  const form = text.replace(PART, (_, before: string) => before + BYTES.toString('latin1'));
  return { request: { ...request, body: Buffer.from(form, 'latin1') }, type: own };
}

function isDamaged({ status, response }: Step, type: string): boolean {
  const { body } = response;
  if (status !== 200 || mediaTypeOf(response)?.essence !== type || body.equals(BYTES)) return false;
  // Another image may be one that the service has made, unless the bytes were cut off or decoded.
  const forms = [BYTES.subarray(0, body.length), Buffer.from(BYTES.toString())];
  return !type.startsWith('image/') || forms.some((each) => each.equals(body));
}
