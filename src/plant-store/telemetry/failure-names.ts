import { type Failure, type FailureKind, failureKinds } from '../../contract';

const NAMES: ReadonlyMap<FailureKind, string> = new Map(
  Object.entries(failureKinds).map(([name, kind]) => [kind, name]),
);

/** What the contract layer calls a kind of failure, such as `invalidBody`; undefined for those of a domain. */
export function failureName({ kind }: Failure): string | undefined {
  return NAMES.get(kind);
}

/** The keyword of a schema that a request breaks; of several, the first. */
export function brokenKeyword({ details }: Failure): string | undefined {
  return details.faults?.[0]?.keyword;
}
