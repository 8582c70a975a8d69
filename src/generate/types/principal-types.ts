import type { CompiledOperation } from '../../contract';
import { objectType, UNDEFINED, unionType, type Member, type TypeText } from './type-text';

/**
 * Who calls an operation, by security scheme: one member of a union for each alternative of its security
 * requirements, which has a principal for each scheme of that alternative, and none for those of others.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#security-requirement-object
 */
export function principalsType({ security }: CompiledOperation): TypeText {
  const names = [...new Set(security.flatMap((requirement) => Object.keys(requirement)))];
  const alternatives = security.length === 0 ? [{}] : security;
  return unionType(
    alternatives.map((requirement) =>
      objectType(names.map((name) => principalMember(name, Object.hasOwn(requirement, name)))),
    ),
  );
}

function principalMember(name: string, isRequired: boolean): Member {
  const type = isRequired ? { text: 'Principal' } : UNDEFINED;
  return { name, type, optional: !isRequired };
}
