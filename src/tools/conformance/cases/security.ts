import { childPointer, strings } from '../../document';
import { type RequestCredentials, NO_CREDENTIALS } from '../../samples';
import { type Credentials, isOpen, type Covered, type TestCase } from '../../judge';
import type { OperationCases } from './operation-cases';

interface Wanted {
  readonly names: readonly string[];
  readonly scopes: readonly string[];
  readonly pointer: string;
}

/**
 * Requests with no credentials, with a part of those that a security requirement asks for, with wrong but
 * well-formed ones, with those of other schemes, and with too few scopes.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function* credentialsRefused(cases: OperationCases): Generator<TestCase> {
  const { operation, base } = cases;
  const { credentials } = cases.context;
  const wanted = requirementsOf(cases);
  const [first] = wanted;
  if (first === undefined) return;
  const nobody = cases.requestBy(base, NO_CREDENTIALS);
  yield cases.by('no credentials', nobody, covered(first.pointer, isOpen(operation)));
  // An open operation may accept wrong credentials, and some services refuse them.
  if (isOpen(operation)) return;
  for (const requirement of wanted) {
    for (const [title, sent] of notEnough(credentials, requirement, wanted)) {
      yield cases.by(title, cases.requestBy(base, sent), covered(requirement.pointer, false));
    }
  }
  for (const [name, others] of credentials.byOthers(wanted.flatMap(({ names }) => names))) {
    const title = `credentials of ${name}, which the operation does not ask for`;
    yield cases.by(title, cases.requestBy(base, others), covered(first.pointer, false));
  }
}

/** Credentials that meet neither this requirement nor another one. */
function* notEnough(
  credentials: Credentials,
  { names, scopes }: Wanted,
  wanted: readonly Wanted[],
): Generator<readonly [title: string, sent: RequestCredentials]> {
  const schemes = names.join(' and ');
  for (const [change, wrong] of credentials.wrong(names)) {
    yield [`credentials of ${schemes} ${change}`, wrong];
  }
  const empty = names.length === 1 ? credentials.empty(schemes) : undefined;
  if (empty !== undefined) yield [`${schemes} without a token`, empty];
  const elsewhere = names.length === 1 ? credentials.elsewhere(schemes) : undefined;
  if (elsewhere !== undefined) yield [`the key of ${schemes} in another place`, elsewhere];
  for (const name of names.filter((each) => !credentials.isOfConnection(each))) {
    const others = names.filter((each) => each !== name);
    const isEnough = wanted.some((each) => each.names.every((of) => others.includes(of)));
    if (others.length === 0 || isEnough || !credentials.covers(others, 'caller')) continue;
    const title = `credentials of ${others.join(' and ')}, without ${name}`;
    yield [title, credentials.by(others, 'caller')];
  }
  if (!credentials.limitedHas(scopes) && credentials.covers(names, 'limited')) {
    const title = `credentials without the scope ${scopes.join(' and ')}`;
    yield [title, credentials.by(names, 'limited')];
  }
}

export function* credentialsAccepted(cases: OperationCases): Generator<TestCase> {
  const { base } = cases;
  const { credentials } = cases.context;
  for (const { names, pointer } of requirementsOf(cases)) {
    if (!credentials.covers(names, 'caller')) continue;
    const request = cases.requestBy(base, credentials.by(names, 'caller'));
    const title = `credentials of ${names.join(' and ')}`;
    yield { ...cases.by(title, request, covered(pointer, true)), values: base };
  }
}

function requirementsOf(cases: OperationCases): Wanted[] {
  const all = cases.operation.security.map((requirement, index) => {
    const names = Object.keys(requirement);
    const scopes = names.flatMap((name) => strings(requirement[name]));
    return { names, scopes, pointer: securityPointer(cases, index) };
  });
  return all.filter(({ names }) => names.length > 0);
}

function covered(pointer: string, valid: boolean): Covered[] {
  return [{ pointer, keyword: 'security', valid }];
}

function securityPointer({ operation, context }: OperationCases, index: number): string {
  const owner = 'security' in operation.value ? operation.pointer : '';
  const { document } = context.loaded;
  return owner === '' && !('security' in document)
    ? operation.pointer
    : childPointer(childPointer(owner, 'security'), index);
}
