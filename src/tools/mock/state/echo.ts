import { describeError } from 'openapi-trellis/tools';
import { asObject, isJsonObject, type JsonObject } from '../../document';
import { isMarked, memberOf, membersOf, partAt, wrapperIn } from '../../resources';
import type { LoadedContract } from '../../validators';
import { responseForCode } from '../choose-response';
import type { GivenResponse, MockResponses } from '../mock-responses';
import type { AcceptedRequest } from './call';
import type { ValueFitter } from './fit-value';

/**
 * The response of the document with the values that were sent in its members, for what nothing shows later.
 *
 * @param sent the JSON of the body
 * @returns undefined if the client prefers another response
 */
export function echoOf(
  { loaded, responses, fitter }: EchoParts,
  operationId: string,
  { wishes }: AcceptedRequest,
  sent: JsonObject,
): GivenResponse | undefined {
  const compiled = loaded.contract.operations.find((each) => each.operationId === operationId);
  if (compiled === undefined || Object.keys(wishes.preferences).length > 0) return undefined;
  const ignore = (): void => undefined;
  const made = responses.response(operationId, { ...wishes, onApplied: ignore, onWarning: ignore });
  const { body, status = 0 } = 'body' in made ? made : {};
  const chosen = responseForCode(compiled, status);
  if (!isJsonObject(body) || chosen === undefined || status >= 300) return undefined;
  const bodyFor: GivenResponse['bodyFor'] = (pointer) => {
    const whole = partAt(loaded, pointer);
    const within = wrapperIn(body);
    const part = within === undefined ? whole : (memberOf(loaded, whole, within) ?? whole);
    const named = membersOf(loaded, part);
    const shown = Object.entries(sent).filter(([name, value]) => {
      const member = named.get(name);
      const isMade =
        member && (['readOnly', 'writeOnly'] as const).some((each) => isMarked(member, each));
      return value !== null && isMade === false;
    });
    const own = Object.fromEntries(shown);
    const value =
      within === undefined
        ? { ...body, ...own }
        : { ...body, [within]: { ...asObject(body[within]), ...own } };
    const fitted = fitter.fit(pointer, value);
    if ('value' in fitted) return { value: fitted.value, warnings: [] };
    return { reason: `what was sent ${describeError(fitted.error)}` };
  };
  return { chosen, bodyFor, headers: {} };
}

export interface EchoParts {
  readonly loaded: LoadedContract;
  readonly responses: MockResponses;
  readonly fitter: ValueFitter;
}
