import { describeError } from 'openapi-trellis/tools';
import { asObject, childPointer, type JsonObject, leastOf } from '../../document';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../../samples';
import { keywordOf, memberOf, type ValuePart, partAt } from '../../resources';
import type { MadeBody } from '../mock-responses';
import { toldOf, type Page } from './pages';
import type { ValueFitter } from './fit-value';
import type { KeptResource } from './kept-resources';
import { shapeAt } from './shape';

export class KeptBodies {
  constructor(
    private readonly loaded: LoadedContract,
    private readonly maker: ValueGenerator,
    private readonly fitter: ValueFitter,
  ) {}

  /** An item in the form of the schema at the pointer. */
  ofThing({ names, identifier }: KeptResource, thing: JsonObject, pointer: string): MadeBody {
    const shape = shapeAt(this.loaded, pointer, 'item', names);
    if (shape === undefined) return { reason: 'the response shows nothing of what is kept' };
    const { within } = shape;
    return this.shown(pointer, thing, { within, member: identifier?.member });
  }

  /** A page of a list in the form of the schema at the pointer. */
  ofList(resource: KeptResource, page: Page<JsonObject>, pointer: string): MadeBody {
    const { loaded, maker } = this;
    const shape = shapeAt(loaded, pointer, 'list', resource.names);
    if (shape === undefined) return { reason: 'the response has no list of what is kept' };
    const whole = partAt(loaded, pointer);
    const most = keywordOf(this.partWithin(whole, shape.within), 'maxItems').map(Number);
    const shown = page.items.slice(0, leastOf(most));
    const place = { within: [], member: resource.identifier?.member };
    const items = shown.map((thing) => this.shown(shape.pointer, thing, place));
    const unfit = items.find((each) => 'reason' in each);
    if (unfit !== undefined) return unfit;
    const list = items.map((each) => ('value' in each ? each.value : undefined));
    const told = shape.within.length === 0 ? {} : toldOf(loaded, maker, whole, page);
    const body = shape.within.length === 0 ? list : nested(told, shape.within, list);
    const made = this.fitted(pointer, body, [childPointer('', ...shape.within)]);
    const warnings = items.flatMap((each) => ('value' in each ? each.warnings : []));
    if ('reason' in made) return made;
    return { ...made, warnings: [...new Set([...warnings, ...made.warnings])] };
  }

  /** The body for an item, or for one of which only the id is left. */
  private shown(
    pointer: string,
    thing: JsonObject,
    { within, member }: { readonly within: readonly string[]; readonly member: string | undefined },
  ): MadeBody {
    const fixed = member === undefined ? [] : [childPointer('', ...within, member)];
    const whole = this.fitted(pointer, nested({}, within, thing), fixed);
    if ('value' in whole || member === undefined) return whole;
    const bare = this.fitted(pointer, nested({}, within, { [member]: thing[member] }), fixed);
    if ('reason' in bare) return whole;
    return { ...bare, warnings: [`only the id is shown: ${whole.reason}`] };
  }

  private fitted(pointer: string, value: unknown, fixed: readonly string[]): MadeBody {
    const fitted = this.fitter.fit(pointer, value, fixed);
    if ('error' in fitted) return { reason: `what is kept ${describeError(fitted.error)}` };
    const warnings = fitted.replaced.map(
      (place) => `"${place}" is made, since the response does not take what is kept there`,
    );
    return { value: fitted.value, warnings };
  }

  private partWithin(part: ValuePart, names: readonly string[]): ValuePart {
    return names.reduce((at, name) => memberOf(this.loaded, at, name) ?? at, part);
  }
}

/** Adds a value to an object, nested below these names. */
function nested(
  around: JsonObject,
  [name, ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  if (name === undefined) return asObject(value);
  const inner = rest.length === 0 ? value : nested(asObject(around[name]), rest, value);
  return { ...around, [name]: inner };
}
