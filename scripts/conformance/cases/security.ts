import { childPointer, strings } from '../../generate/index';
import { NO_CREDENTIALS } from '../../examples/request-credentials';
import type { Covered, TestCase } from '../test-case';
import type { OperationCases } from './operation-cases';

/**
 * Requests by each security requirement, by none, by a part of one, with garbage in the right form, and
 * with too little scope.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function* securityCases(cases: OperationCases): Generator<TestCase> {
  const { operation, context, base } = cases;
  const { credentials } = context;
  const alternatives = operation.security.map((requirement, index) => ({
    requirement,
    names: Object.keys(requirement),
    pointer: securityPointer(cases, index),
  }));
  const wanted = alternatives.filter(({ names }) => names.length > 0);
  if (wanted.length === 0) return;
  const isOpen = wanted.length < alternatives.length;
  const covered = (pointer: string, valid: boolean): Covered[] => [
    { pointer, keyword: 'security', valid },
  ];
  const [first] = wanted;
  // What is refused comes first, since what is accepted may remove what the others are about.
  const nobody = cases.requestBy(base, NO_CREDENTIALS);
  yield cases.by('no credentials', nobody, covered(first?.pointer ?? '', isOpen));
  for (const { names, requirement, pointer } of wanted) {
    const schemes = names.join(' and ');
    const refused = covered(pointer, false);
    const garbage = cases.requestBy(base, credentials.garbage(names));
    yield cases.by(`garbage as credentials of ${schemes}`, garbage, refused);
    if (credentials.covers(names, 'caller')) {
      const altered = cases.requestBy(base, credentials.altered(names));
      yield cases.by(`credentials of ${schemes} with another end`, altered, refused);
    }
    for (const name of names.filter((each) => !credentials.isOfConnection(each))) {
      const others = names.filter((each) => each !== name);
      const isEnough = alternatives.some((each) => each.names.every((of) => others.includes(of)));
      if (isEnough || !credentials.covers(others, 'caller')) continue;
      const partial = cases.requestBy(base, credentials.by(others, 'caller'));
      yield cases.by(`credentials of ${others.join(' and ')}, without ${name}`, partial, refused);
    }
    const scopes = names.flatMap((name) => strings(requirement[name]));
    if (!credentials.limitedHas(scopes) && credentials.covers(names, 'limited')) {
      const limited = cases.requestBy(base, credentials.by(names, 'limited'));
      const title = `credentials without the scope ${scopes.join(' and ')}`;
      yield cases.by(title, limited, refused);
    }
  }
  for (const { names, pointer } of wanted) {
    if (!credentials.covers(names, 'caller')) continue;
    const request = cases.requestBy(base, credentials.by(names, 'caller'));
    yield cases.by(`credentials of ${names.join(' and ')}`, request, covered(pointer, true));
  }
}

function securityPointer({ operation, context }: OperationCases, index: number): string {
  const owner = 'security' in operation.value ? operation.pointer : '';
  const { document } = context.loaded;
  return owner === '' && !('security' in document)
    ? operation.pointer
    : childPointer(childPointer(owner, 'security'), index);
}
