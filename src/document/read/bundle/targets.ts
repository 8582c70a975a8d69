import type { DocumentFault } from '../../model/document-error';
import type { Place } from './place';
import { locate, ReferenceFault, targetOf, type Target } from './references';
import type { SourceFile, SourceFiles } from './source-file';

/** What the references of a document lead to, and the faults of those that lead nowhere. */
export class Targets {
  readonly faults: DocumentFault[] = [];

  /** @param entry what a reference may mean in any file */
  constructor(
    private readonly files: SourceFiles,
    private readonly entry: SourceFile,
  ) {}

  /** The target of a reference; where there is none, that is a fault at the place. */
  demand(reference: string, place: Place): Target | undefined {
    return orNothing(
      () => this.targetOf(reference, place),
      ({ message, place: at }) => {
        this.faults.push({ pointer: place.out, message, ...(at && { place: at }) });
      },
    );
  }

  /** The target of what may be a reference. */
  find(reference: string, place: Place): Target | undefined {
    return orNothing(() => this.targetOf(reference, place));
  }

  /** The file that a reference leads to, and the pointer in it, which may be that of nothing. */
  locate(reference: string, place: Place): ReturnType<typeof locate> | undefined {
    return orNothing(() => locate(this.files, reference, place.base, [place.file, this.entry]));
  }

  private targetOf(reference: string, { base, file }: Place): Target {
    return targetOf(this.files, reference, base, [file, this.entry]);
  }
}

function orNothing<Found>(
  find: () => Found,
  onFault: (fault: ReferenceFault) => void = () => undefined,
): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof ReferenceFault)) throw error;
    onFault(error);
    return undefined;
  }
}
