import { CommandError } from '../cli';
import { checks as suiteChecks } from '../judge';
import { WHY_STALE } from './acceptance';
import { CheckedDocument } from './checked-document';
import type { Check, CheckOptions, CheckOutcome } from './drift-check';
import { compareService } from './service/compare-service';
import { ownRules } from './service/part';

/** The conformance test's rules are under the ids of its checks. */
const rules = {
  ...Object.fromEntries(suiteChecks.map(({ id, rule }) => [id, rule])),
  ...ownRules,
  'stale-line': WHY_STALE,
};

/** Compares a running service with the document, and with the base if there is one. */
export const serviceCheck: Check = {
  name: 'service',
  claim: 'the running service is that of the document',
  failure: 'the running service and the document disagree',
  rules,
  isLong: true,
  isOfProject: true,
  isFor: ({ service }) => service !== undefined,
  async run(
    options: CheckOptions,
    checked = new CheckedDocument(options),
    tell = () => undefined,
  ): Promise<CheckOutcome> {
    const { service } = options;
    if (service === undefined) throw new CommandError('--url URL says where the service runs');
    const { findings, listed, rows, faults } = await compareService(
      service,
      options,
      checked,
      tell,
    );
    const isStrict = options.strict === true;
    const shown = isStrict
      ? []
      : listed.map(({ where, finding }) => [finding.rule, where, finding.message]);
    return {
      findings: isStrict ? [...findings, ...listed.map(({ finding }) => finding)] : findings,
      table: { columns: ['what', 'where', 'what is so'], rows: [...rows, ...shown] },
      faults,
    };
  },
};
