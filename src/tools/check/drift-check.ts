import type { Change } from './breaking/change';
import type { CheckedDocument, DocumentOptions } from './checked-document';
import type { Place } from '../findings';
import type { Finding } from './finding';
import type { ServiceOptions } from './service/service-options';

/** One named check of the drift gate. */
export interface Check<Rule extends string = string> {
  readonly name: string;
  /** One sentence that is true without findings. */
  readonly claim: string;
  /** One sentence that is true with findings. */
  readonly failure: string;
  /** For each rule, one sentence why it matters. */
  readonly rules: Readonly<Record<Rule, string>>;
  /** True for a check that takes seconds, and therefore runs in a thread. */
  readonly isLong?: boolean;
  /** False if there is nothing to check, unless the check is named explicitly; true by default. */
  isFor?(options: CheckOptions): boolean;
  /** True for a check that has findings about a removed document. */
  readonly isOfChanges?: boolean;
  /** True for a check of files derived from a project's document, of which there is only one. */
  readonly isOfProject?: boolean;
  /** Why it is left out if there is nothing to check, for checks that a user would expect. */
  readonly leftOut?: string;
  /**
   * @param checked the document, if other checks read it too
   * @param tell receives the progress of a long check
   * @throws CommandError when it could not run, with a message for the user
   */
  run(
    options: CheckOptions,
    checked?: CheckedDocument,
    tell?: (progress: string) => void,
  ): Promise<CheckOutcome<Rule>>;
  /** Frees memory that checks still running may need. */
  dispose?(): Promise<void>;
}

/** The result of a check: plain data, which may come from another thread. */
export interface CheckOutcome<Rule extends string = string> {
  readonly findings: readonly Finding<Rule>[];
  readonly table?: Table;
  /** Result of the check that compares. */
  readonly comparison?: Comparison;
  /** Why parts could not be checked. */
  readonly faults?: readonly string[];
  /** Notes, which fail nothing. */
  readonly notes?: readonly Note[];
}

export interface Note extends Place {
  readonly message: string;
}

export interface Comparison {
  /** `info.version` of the base. */
  readonly from: string;
  /** `info.version` of the revision. */
  readonly to: string;
  readonly changes: readonly Change[];
}

/** A table about the document, shown with or without findings. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface CheckOptions extends DocumentOptions {
  /** Show every warning, not only the first ten. */
  readonly all?: boolean;
  /** The document to compare with: a file, `REF:PATH` of git, or `REF` for the same path. */
  readonly base?: string | undefined;
  /** The least level of changes that fail unless the version announces them. */
  readonly 'fail-on'?: string | undefined;
  /** The file of levels for the rules of changes; by default the one next to the document, if it exists. */
  readonly levels?: string | undefined;
  readonly service?: ServiceOptions | undefined;
  /** The module that exports `authenticators`. */
  readonly authenticators?: string | undefined;
  /** The files of what is accepted; by default the one next to the document, if it exists. */
  readonly accepted?: readonly string[] | undefined;
  /** The file of lint rules, in Redocly's format; by default `redocly.yaml` next to the document. */
  readonly lint?: string | undefined;
}
