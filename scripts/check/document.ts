import { loadContract, type DocumentNotice } from '../generate/index';
import { readExtensions } from '../extensions';
import { Notices } from '../notices';
import { commandFault, readProjectDocument } from '../project';
import { readAccepted, staleLine, WHY_STALE } from './accepted';
import type { Check, CheckOptions } from './drift-check';
import type { Finding } from './finding';

const rules = {
  'left-out': 'Clients get 404 from an operation that the document promises.',
  warning: 'Tools read the document differently, or something in it has no effect.',
  'stale-line': WHY_STALE,
};

type Rule = keyof typeof rules;

/** Finds the operations that are left out and, if `strict`, every warning. */
export const documentCheck: Check<Rule> = {
  name: 'document',
  claim: 'every operation of the document is served',
  failure: 'the document has faults',
  rules,
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
    const known = readAccepted(spec, accepted, '.accepted.txt');
    const counted = notices.filter(
      ({ severity }) => severity === 'left out' || (strict && severity === 'warning'),
    );
    const used = new Set<string>();
    const findings = counted.flatMap((notice): Finding<Rule>[] => {
      const { file, line, pointer } = notice.place ?? source.placeOf(notice.pointer);
      if (known.reasons.has(pointer)) {
        used.add(pointer);
        return [];
      }
      return [
        {
          rule: notice.severity === 'warning' ? 'warning' : 'left-out',
          ...{ file, line, pointer },
          message: `${pointer}: ${notice.severity}: ${notice.message}`,
          remedy: `correct it, or accept it with a line "${pointer} # REASON" in ${known.file}`,
        },
      ];
    });
    const stale = strict ? [...known.reasons.keys()].filter((pointer) => !used.has(pointer)) : [];
    const staleLines = stale.map((pointer) => staleLine(known.file, pointer, 'fault'));
    return Promise.resolve({ findings: [...findings, ...staleLines] });
  },
};
