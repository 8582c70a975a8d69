import type { CompiledContract, CompiledParameter } from '../compiled-contract';
import { MAX_FAULTS } from '../error-body/fill-template';
import { Failure, isFailure, UnavailableError, type RequestFault } from '../failure';
import { HardTextError } from '../schema/patterns/matching-effort';
import type { Validators } from '../schema/validation';
import { decodeContent } from './decode-body';
import type { ParameterSource } from './parameter-values';
import { parameterFailures } from './parameters';
import type { RawBody } from './request-body';
import { BODY } from './subject';

/**
 * A failure of the path, the query or the headers with all faults of its request, for a response that
 * lists them: one of each parameter and one of the body, since validators stop at the first. It takes no
 * longer than to read the request once more.
 */
export function withAllFaults(
  {
    contract,
    validators,
  }: { readonly contract: CompiledContract; readonly validators: Validators },
  failure: Failure,
  parameters: readonly CompiledParameter[],
  source: ParameterSource,
  body: RawBody | undefined,
): Failure {
  const faults: RequestFault[] = [];
  const add = ({ details }: Failure): void => void faults.push(...(details.faults ?? []));
  try {
    for (const each of parameterFailures(contract, validators, parameters, source)) {
      add(each);
      if (faults.length >= MAX_FAULTS) break;
    }
    if (faults.length === 0) add(failure);
    const decoded = body && decodeContent({ contract, validators, subject: BODY }, body);
    if (isFailure(decoded) && faults.length < MAX_FAULTS) add(decoded);
  } catch (error) {
    // What takes too long to look into is not worth it: the request is refused in any case.
    if (!(error instanceof HardTextError || error instanceof UnavailableError)) throw error;
  }
  if (faults.length < 2) return failure;
  return new Failure(failure.kind, failure.message, { ...failure.details, faults });
}
