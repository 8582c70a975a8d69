import { isJsonObject, type JsonObject } from '../../document';
import { isMarked, memberOf, membersOf, partAt, wrapperIn } from '../../resources';
import type { ValueGenerator } from '../../samples';
import type { LoadedContract } from '../../validators';
import { responseForCode } from '../choose-response';
import type { GivenResponse, MockResponses } from '../mock-responses';
import type { AcceptedRequest } from './call';

/** The document's responses with the values that were sent for their members, where nothing shows them later. */
export class Echoes {
  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
    private readonly responses: MockResponses,
  ) {}

  /**
   * @param sent the JSON of the body
   * @returns undefined if the response has no members, or if the client prefers another
   */
  of(
    operationId: string,
    { wishes }: AcceptedRequest,
    sent: JsonObject,
  ): GivenResponse | undefined {
    const { operations } = this.loaded.contract;
    const compiled = operations.find((each) => each.operationId === operationId);
    if (compiled === undefined || Object.keys(wishes.preferences).length > 0) return undefined;
    const ignore = (): void => undefined;
    const silent = { ...wishes, onApplied: ignore, onWarning: ignore };
    const made = this.responses.response(operationId, silent);
    const { body, status = 0 } = 'body' in made ? made : {};
    const chosen = responseForCode(compiled, status);
    if (!isJsonObject(body) || chosen === undefined || status >= 300) return undefined;
    const bodyFor: GivenResponse['bodyFor'] = (pointer) => {
      return { value: this.repeated(pointer, body, sent), warnings: [] };
    };
    return { chosen, bodyFor, headers: {} };
  }

  /** The body with each member that was sent, as far as it stays valid. */
  private repeated(pointer: string, body: JsonObject, sent: JsonObject): JsonObject {
    const { loaded, maker } = this;
    const within = wrapperIn(body);
    const whole = partAt(loaded, pointer);
    const inner = within === undefined ? undefined : memberOf(loaded, whole, within);
    const named = membersOf(loaded, inner ?? whole);
    let value = body;
    for (const [name, member] of Object.entries(sent)) {
      const shown = within === undefined ? value : value[within];
      const part = named.get(name);
      if (!isJsonObject(shown) || !(name in shown) || !part || isMarked(part, 'readOnly')) continue;
      const changed = { ...shown, [name]: member };
      const all = within === undefined ? changed : { ...value, [within]: changed };
      if (maker.takes(pointer, 'response', all)) value = all;
    }
    return value;
  }
}
