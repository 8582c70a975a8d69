import type { SourcePlace } from '../../model/document-error';
import type { SourceFile } from './source-file';

/** A value in one of the files. */
export interface Origin {
  readonly file: Pick<SourceFile, 'name' | 'lineOf'>;
  readonly pointer: string;
}

/** Where the values of a bundled document were written. */
export class Origins {
  private readonly moved = new Map<string, Origin>();

  constructor(private readonly entry: Origin['file']) {}

  /** States that what stands at a pointer of the document was written elsewhere. */
  set(pointer: string, origin: Origin): void {
    this.moved.set(pointer, origin);
  }

  /** The file and the pointer in it of a value of the document. */
  of(pointer: string): Origin {
    for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
      const origin = this.moved.get(pointer.slice(0, end));
      if (origin !== undefined) {
        return { file: origin.file, pointer: origin.pointer + pointer.slice(end) };
      }
      if (end === 0) break;
    }
    return { file: this.entry, pointer };
  }

  placeOf(pointer: string): SourcePlace {
    const { file, pointer: at } = this.of(pointer);
    return { file: file.name, line: file.lineOf(at), pointer: at };
  }
}
