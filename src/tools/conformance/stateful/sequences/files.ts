import { parseMediaType } from 'openapi-trellis/tools';
import { asObject, childPointer, type Operation } from '../../../document';
import type { OperationRequest } from '../../../samples';
import type { Resource } from '../../../resources';
import { headerValues } from '../../../judge';
import { identitiesOf } from '../identity';
import { isDone, keysSent, makeItem } from '../items';
import { type Step, type Steps, reportViolation } from '../steps';

/** The signature of a PNG file, a NUL, bytes that are no UTF-8, and both kinds of line ends. */
const BYTES = Buffer.from('89504e470d0a1a0a00fffe80c3280a', 'hex');

const MEDIA = /^(?:image|audio|video)\//;
const FILE_TYPE = /^(?:image|audio|video|font)\/|^application\/(?:octet-stream|pdf|zip|gzip)$/;

/** Words for content that the service makes from a file. */
const CONVERTED =
  /thumb|preview|conver|resiz|scal|crop|compress|optimi|transform|render|strip|mark/i;

/** The only part of a form with a file name: what is before its content, and its media type. */
const PART = /(; filename="[^"]*"\r\nContent-Type: ([^\r\n]+)\r\n\r\n)[^]*?(?=\r\n--)/g;

/** Creates an item from a file, and compares the bytes that the operations at and below its path return. */
export async function storeFile(steps: Steps, resource: Resource): Promise<void> {
  const { create, itemPath: path } = resource;
  const reads = create === undefined || path === undefined ? [] : fileReads(steps, path, create);
  const made = reads.length > 0 ? await makeItem(steps, resource) : undefined;
  const testCase = made?.creation?.exchange.testCase;
  const file = testCase && withBytes(testCase.request);
  if (create === undefined || file === undefined) return;
  const upload = await steps.send('sends a file', create, { ...testCase, ...file });
  const [identity] = identitiesOf(steps.run, resource, upload.exchange, keysSent(upload));
  if (!isDone(upload) || path === undefined || identity === undefined) return;
  steps.created.push({ resource, path, keys: identity.keys });
  for (const read of reads) {
    const other = await steps.twice(async () => {
      const reading = await steps.call('reads the file', read, identity.keys);
      return isDamaged(reading, file.type) ? reading : undefined;
    });
    if (other === undefined) continue;
    const [sent, came] = [BYTES, other.response.body].map((bytes) => bytes.toString('hex', 0, 40));
    const message = `the file with the bytes ${sent} came back as ${came === '' ? 'nothing' : came}`;
    reportViolation(steps, resource, 'round-trip-exact', message, [upload, other]);
  }
}

/** The operations at a path and below it that return a file as it was sent, as far as the document says. */
function fileReads({ run }: Steps, path: string, create: Operation): Operation[] {
  const { operations, resolver } = run.judged.loaded;
  return operations.filter(({ method, path: at, pointer, value }) => {
    const rest = at.startsWith(path) ? at.slice(path.length) : '{';
    if (method !== 'GET' || !/^(?:\/[^{]*)?$/.test(rest) || !('200' in asObject(value.responses)))
      return false;
    const response = resolver.resolve(childPointer(pointer, 'responses', '200')).value;
    const texts = [value, create.value, response].map((each) => [each.summary, each.description]);
    const isFile = Object.keys(asObject(response.content)).some((type) => FILE_TYPE.test(type));
    return isFile && !CONVERTED.test([rest, ...texts.flat()].join(' '));
  });
}

/** The request with other bytes as its file; undefined unless it has exactly one. */
function withBytes(
  request: OperationRequest,
): { readonly request: OperationRequest; readonly type: string } | undefined {
  const type = essenceOf(request);
  if (FILE_TYPE.test(type)) return { request: { ...request, body: BYTES }, type };
  const text = request.body?.toString('latin1') ?? '';
  const [[, , own = ''] = [], ...others] = text.matchAll(PART);
  if (!FILE_TYPE.test(own) || others.length > 0) return undefined;
  const form = text.replace(PART, (_, before: string) => before + BYTES.toString('latin1'));
  return { request: { ...request, body: Buffer.from(form, 'latin1') }, type: own };
}

function essenceOf(message: Parameters<typeof headerValues>[0]): string {
  return parseMediaType(headerValues(message, 'content-type')[0] ?? '')?.essence ?? '';
}

/** True for other bytes of the same type; an image may be one made meanwhile, unless bytes were cut off or decoded. */
function isDamaged({ status, response }: Step, type: string): boolean {
  const { body } = response;
  if (status !== 200 || essenceOf(response) !== type || body.equals(BYTES)) return false;
  const isOther = MEDIA.test(type) && !BYTES.subarray(0, body.length).equals(body);
  return !isOther || body.equals(Buffer.from(BYTES.toString()));
}
