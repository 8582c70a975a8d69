import { existsSync } from 'node:fs';
import path from 'node:path';
import { loadContract, type DocumentNotice } from '../generate/index';
import { readExtensions } from '../extensions';
import { readReasons } from '../reasons';
import { Notices } from '../notices';
import { commandFault, readProjectDocument } from '../project';
import type { Check, CheckOptions, Finding } from './finding';

/** Finds the operations that are left out and, if `strict`, every warning. */
export const documentCheck: Check = {
  name: 'document',
  claim: 'every operation of the document is served',
  failure: 'the document has faults',
  async run({ spec, documents, strict = false, all = false, accepted, ...options }: CheckOptions) {
    const source = readProjectDocument(spec, { documents });
    const notices: DocumentNotice[] = [];
    const shown = new Notices(source, { all });
    try {
      loadContract(source.document, {
        faults: source.faults,
        lazy: true,
        defaults: options['no-defaults'] !== true,
        extensions: readExtensions(options.extensions, options.generated)?.extensions,
        report: (notice) => {
          notices.push(notice);
          if (!strict && notice.severity === 'warning') shown.report(notice);
        },
      });
    } catch (error) {
      throw commandFault(error, source);
    }
    // Warnings fail the check only if it is strict.
    shown.show();
    const known = acceptedFaults(spec, accepted);
    const counted = notices.filter(
      ({ severity }) => severity === 'left out' || (strict && severity === 'warning'),
    );
    const used = new Set<string>();
    const findings = counted.flatMap((notice): Finding[] => {
      const { file, line, pointer } = notice.place ?? source.placeOf(notice.pointer);
      if (known.reasons.has(pointer)) {
        used.add(pointer);
        return [];
      }
      return [
        {
          check: 'document',
          file,
          line,
          message: `${pointer}: ${notice.severity}: ${notice.message}`,
          remedy: `correct it, or accept it with a line "${pointer} # REASON" in ${known.file}`,
        },
      ];
    });
    const stale = strict ? [...known.reasons.keys()].filter((pointer) => !used.has(pointer)) : [];
    return Promise.resolve([
      ...findings,
      ...stale.map((pointer): Finding => ({
        check: 'document',
        file: known.file,
        message: `${pointer}: there is no fault to accept`,
        remedy: 'remove the line',
      })),
    ]);
  },
};

interface AcceptedFaults {
  /** Relative to the working directory. */
  readonly file: string;
  /** By JSON Pointer into the file of the document. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** @throws CommandError when the file that was named is not there, or a line has no reason */
function acceptedFaults(spec: string, given: string | undefined): AcceptedFaults {
  const name = given ?? spec.replace(/\.(?:ya?ml|json)$/i, '') + '.accepted.txt';
  const file = path.relative(process.cwd(), path.resolve(name));
  const isThere = given !== undefined || existsSync(name);
  return { file, reasons: isThere ? readReasons(name) : new Map() };
}
