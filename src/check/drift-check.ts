import type { CompiledContract } from '../contract';
import type { Change } from './breaking/change';
import type { Recording } from './breaking/traffic/recorded';
import type { CheckedDocument, DocumentOptions } from './checked-document';
import type { Place } from '../findings/index';
import type { Finding } from './finding';
import type { ServiceOptions } from './service/service-options';

/** One named check of the drift gate. */
export interface Check<Rule extends string = string> {
  readonly name: string;
  /** What is true when it finds nothing, in one sentence. */
  readonly claim: string;
  /** What is true when it finds something. */
  readonly failure: string;
  /** Why it matters that a rule is kept, in one sentence, by the names of the rules. */
  readonly rules: Readonly<Record<Rule, string>>;
  /** True for one that takes seconds, so that it runs beside the others. */
  readonly isLong?: boolean;
  /** False where there is nothing to check, unless it is asked for by name; by default there is. */
  isFor?(options: CheckOptions): boolean;
  /** True for one that a document which is gone has findings of. */
  readonly isOfChanges?: boolean;
  /** True for one of what a project makes of its document, which is one alone. */
  readonly isOfProject?: boolean;
  /** Why it is left out where there is nothing to check, for checks that one would expect there. */
  readonly leftOut?: string;
  /**
   * @param checked the document, where other checks read it too
   * @param tell takes how far a long one is
   * @throws CommandError when it could not run, with a message for the person who asked
   */
  run(
    options: CheckOptions,
    checked?: CheckedDocument,
    tell?: (progress: string) => void,
  ): Promise<Outcome<Rule>>;
  /** Lets go of what it has in memory, which others that are still running may need. */
  letGo?(): Promise<void>;
}

/** What a check found: data alone, which may come from another thread. */
export interface Outcome<Rule extends string = string> {
  readonly findings: readonly Finding<Rule>[];
  readonly table?: Table;
  /** Of the check that compares. */
  readonly comparison?: Comparison;
  /** Why some of it could not be checked. */
  readonly faults?: readonly string[];
  /** What is to be known and fails nothing. */
  readonly notes?: readonly Note[];
}

/** Something to be known, and where it stands. */
export interface Note extends Place {
  readonly message: string;
}

/** What changed since the base. */
export interface Comparison {
  /** `info.version` of the base. */
  readonly from: string;
  /** That of the revision. */
  readonly to: string;
  readonly changes: readonly Change[];
  /** Traffic that the changes are counted in. */
  readonly recorded?: Recording;
}

/** What a check shows of the document, whether or not it finds something. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Gives the authenticators that a project has for the security schemes of a contract, by their names. */
export type OwnAuthenticators = (contract: CompiledContract) => Readonly<Record<string, unknown>>;

/** What is checked. */
export interface CheckOptions extends DocumentOptions {
  /** Show every warning, not only the first ten. */
  readonly all?: boolean;
  /** The document to compare with: a file, `REF:PATH` of git, or `REF` for the same path. */
  readonly base?: string | undefined;
  /** Recorded exchanges, HAR or NDJSON, that the changes since the base are counted in. */
  readonly traffic?: string | undefined;
  /** The file of changes since the base that are accepted. */
  readonly 'accepted-changes'?: string | undefined;
  /** The least level of changes that fail where the version does not say them. */
  readonly 'fail-on'?: string | undefined;
  /** The file of the levels that rules of changes have; by default that beside the document, if there is one. */
  readonly levels?: string | undefined;
  /** The running service. */
  readonly service?: ServiceOptions | undefined;
  /** The module that exports `authenticators`. */
  readonly authenticators?: string | undefined;
  /** Those of this project's own handlers; threads of checks do not get it. */
  readonly ownAuthenticators?: OwnAuthenticators | undefined;
  /** The file of accepted faults; by default that beside the document, if there is one. */
  readonly accepted?: string | undefined;
  /** The file of lint rules, as Redocly reads it; by default `redocly.yaml` beside the document. */
  readonly lint?: string | undefined;
}
