import type { CompiledForm } from '../../compiled-contract';
import { Failure, failureKinds } from '../../failure';
import type { BodyChunks, TemporaryFile } from '../../http-message';
import type { MediaType } from '../../media-type';
import { GrowingBuffer } from '../growing-buffer';
import type { ValueTypesTable } from '../serialization/serialization';
import {
  dashBoundary,
  hasHeaders,
  incomplete,
  MAX_PARTS,
  namesByOrder,
  parsePart,
  type FormPart,
} from './parse-multipart';
import { PartScanner } from './part-scanner';
import { isFileOf } from './read-parts';

/** The largest form that is read into memory completely. */
export const MAX_FORM_MEMORY_BYTES = 1_048_576;

/** A form whose files are on disk. */
export class SpooledForm {
  /**
   * @param parts or the reason why there are none, as the end of a sentence
   * @param size bytes of the whole form
   */
  constructor(
    readonly form: CompiledForm,
    readonly parts: readonly FormPart<Buffer | Blob>[] | string,
    readonly size: number,
  ) {}
}

export interface FormRules {
  readonly form: CompiledForm;
  readonly mediaType: MediaType;
  readonly valueTypes: ValueTypesTable;
  /** The most bytes of part headers and fields that are not files, together. */
  readonly maxFieldBytes: number;
}

/**
 * Reads a form as it arrives.
 *
 * @returns its bytes where they fit into memory; a Failure when the parts kept in memory exceed
 *   their limit
 * @throws UnavailableError when files cannot be written; errors of the body
 */
export async function readForm(
  rules: FormRules,
  body: BodyChunks,
  openFile: () => Promise<TemporaryFile>,
): Promise<Buffer | SpooledForm | Failure> {
  const gathered = new GrowingBuffer(MAX_FORM_MEMORY_BYTES);
  while (gathered.length <= MAX_FORM_MEMORY_BYTES) {
    const next: IteratorResult<Uint8Array, unknown> = await body.next();
    if (next.done === true) return gathered.take();
    const { buffer, byteOffset, length } = next.value;
    gathered.append(Buffer.from(buffer, byteOffset, length));
    body.keep?.(gathered.capacity);
  }
  const { form, mediaType } = rules;
  const delimiter = dashBoundary(mediaType.parameters.boundary);
  if ('fault' in delimiter) return new SpooledForm(form, delimiter.fault, gathered.length);
  const spool = new FormSpool(rules, delimiter.dashed, await openFile());
  let chunk: Uint8Array = gathered.take();
  for (let size = chunk.length; ; size += chunk.length) {
    const fault = await spool.add(chunk);
    if (fault instanceof Failure) return fault;
    if (fault !== undefined) return new SpooledForm(form, fault, size);
    body.keep?.(spool.fieldBytes);
    const next = await body.next();
    if (next.done === true) return new SpooledForm(form, await spool.parts(), size);
    chunk = next.value;
  }
}

/** The part being received. */
interface ArrivingPart {
  /** Its bytes in memory. */
  readonly kept: GrowingBuffer;
  head?: FormPart;
  /** The offset of its content in the file; absent while it is in memory. */
  start?: number;
}

/** The reason why a form is refused, or cannot be read, as the end of a sentence. */
type FormFault = Failure | string | undefined;

/** Stores the parts of a form: files one after the other in one file, everything else in memory. */
class FormSpool {
  private readonly scanner: PartScanner;
  private readonly names: readonly string[];
  private readonly found: (FormPart & { readonly start?: number; readonly end: number })[] = [];
  private part: ArrivingPart = { kept: new GrowingBuffer() };
  /** Bytes of the previous parts in memory. */
  private keptBytes = 0;
  private fileBytes = 0;

  constructor(
    private readonly rules: FormRules,
    dashed: string,
    private readonly file: TemporaryFile,
  ) {
    this.scanner = new PartScanner(dashed);
    this.names = namesByOrder(rules.form, rules.mediaType.essence);
  }

  /** Bytes in memory. */
  get fieldBytes(): number {
    return this.keptBytes + this.part.kept.length;
  }

  async add(chunk: Uint8Array): Promise<FormFault> {
    for (const event of this.scanner.scan(chunk)) {
      const fault = typeof event === 'string' ? this.mark(event) : await this.take(event);
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** Called after the last chunk. */
  async parts(): Promise<FormPart<Buffer | Blob>[] | string> {
    const { state } = this.scanner;
    if (state !== 'epilogue') return incomplete(state === 'part');
    const content = await this.file.content();
    return this.found.map(({ start, end, ...part }) =>
      start !== undefined && start < end ? { ...part, content: content.slice(start, end) } : part,
    );
  }

  private mark(event: 'begin' | 'end'): FormFault {
    const { part } = this;
    if (event === 'begin') {
      return this.found.length < MAX_PARTS ? undefined : `has more than ${MAX_PARTS} parts`;
    }
    const { start, kept } = part;
    const head = start === undefined ? this.readHead() : part.head;
    if (typeof head === 'string' || head === undefined) return head;
    this.found.push({ ...head, ...(start !== undefined && { start }), end: this.fileBytes });
    this.keptBytes += kept.length;
    this.part = { kept: new GrowingBuffer() };
    return undefined;
  }

  private async take(bytes: Buffer): Promise<FormFault> {
    const { part } = this;
    if (part.start !== undefined) return this.write(bytes);
    // A copy, since a few bytes must not retain their whole chunk.
    part.kept.append(Buffer.from(bytes));
    if (part.head === undefined && hasHeaders(part.kept.bytes())) {
      const head = this.readHead();
      if (typeof head === 'string') return head;
      const { form, valueTypes } = this.rules;
      if (isFileOf(valueTypes, form, head)) await this.moveToFile(part, head);
    }
    const { maxFieldBytes } = this.rules;
    return this.fieldBytes > maxFieldBytes ? fieldsTooLarge(maxFieldBytes) : undefined;
  }

  private async moveToFile(part: ArrivingPart, head: FormPart): Promise<void> {
    part.start = this.fileBytes;
    part.head = { ...head, content: Buffer.alloc(0) };
    this.keptBytes += part.kept.take().length - head.content.length;
    await this.write(head.content);
  }

  /** Parses the headers of the bytes in memory, before the content. */
  private readHead(): FormPart | string {
    const index = this.found.length;
    const head = parsePart(this.part.kept.bytes(), this.names[index]);
    if (typeof head === 'string') return `has a part ${index + 1} that ${head}`;
    return (this.part.head = head);
  }

  private async write(bytes: Buffer): Promise<undefined> {
    this.fileBytes += bytes.length;
    await this.file.append(bytes);
    return undefined;
  }
}

function fieldsTooLarge(maxBytes: number): Failure {
  const message = `The fields of the body that are no files are larger than the limit of ${maxBytes} bytes`;
  return new Failure(failureKinds.bodyTooLarge, message);
}
