import type { Finding } from '../finding';

/** Why each rule of this check matters, in addition to those of the conformance test. */
export const ownRules = {
  'other-document':
    'Clients that are made from what the service serves are made for another service.',
  'no-served-document': 'Clients and tools look for the document where it was said to be.',
  'unreadable-document': 'Clients and tools cannot read what is served as the document.',
  'document-media-type': 'Browsers and tools do not know that this is a document.',
  'other-servers': 'Whoever reads the served document calls another place than this one says.',
  'undeclared-break': 'Clients of the base fail, and nothing told them.',
  'document-gap': 'Clients meet what the document does not say.',
  'undocumented-route': 'What no document tells of is neither tested nor reviewed, and often open.',
  'undocumented-method':
    'What no document tells of is neither tested nor reviewed, and often open.',
  'removed-operation': 'What is gone from the document goes on, and nobody looks after it.',
} as const;

/** A result of comparing a running service with the document. */
export interface ServiceComparison {
  readonly findings?: readonly Finding[];
  /** Listed items, which fail a strict check. */
  readonly listed?: readonly Listed[];
  /** Other rows of the report. */
  readonly rows?: readonly Row[];
  /** Why parts could not be compared. */
  readonly faults?: readonly string[];
}

/** A row of the report: a subject, its place and the statement. */
export type Row = readonly [subject: string, where: string, what: string];

/** A finding that need not be a fault. */
export interface Listed {
  /** Such as `GET /docs`. */
  readonly where: string;
  readonly finding: Finding<keyof typeof ownRules | 'stale-line'>;
}

/** Merges the results of several parts. */
export function joined(parts: readonly ServiceComparison[]): Required<ServiceComparison> {
  return {
    findings: parts.flatMap(({ findings = [] }) => findings),
    listed: parts.flatMap(({ listed = [] }) => listed),
    rows: parts.flatMap(({ rows = [] }) => rows),
    faults: parts.flatMap(({ faults = [] }) => faults),
  };
}
