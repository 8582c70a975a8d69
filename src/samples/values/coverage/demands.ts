import type { Validate } from '../../../contract';
import { asObject, without, type JsonObject } from '../../../document/model/json-object';
import { childPointer } from '../../../document/model/json-pointer';
import { Resolver } from '../../../document/model/resolve';
import type { Place } from '../../../document/model/schema-at';
import type { Direction } from '../../../document/schemas/direction';
import { ValueMaker, type ValueSchemas } from '../value-maker';
import { Evaluation } from './evaluation';

/** Keywords that lead to schemas which apply in place, or depend on what those say. */
const LEADING = [
  ...['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'dependentSchemas'],
  ...['unevaluatedProperties', 'unevaluatedItems', 'discriminator'],
];

/** What making values may cost for one schema: some want much time to find that there is none. */
const MAX_COST = 600;
const PATTERN_COST = 250;

/** Makes values that schemas of the document take and that meet a demand beside. */
export class Demands {
  private readonly schemas: Record<string, JsonObject> = {};
  private readonly made = new Map<string, unknown>();
  private readonly maker: ValueMaker;
  private readonly direction: Direction;
  private readonly evaluation: Evaluation;
  private cost = 0;

  constructor({ resolver }: ValueSchemas, direction: Direction) {
    const { document } = resolver;
    const components = asObject(document.components);
    const extended = new Resolver({
      ...document,
      components: { ...components, demands: this.schemas },
    });
    const evaluation = new Evaluation(extended, direction);
    this.evaluation = evaluation;
    // Compiled validators would take longer to make than all values.
    const validatorAt =
      (pointer: string): Validate =>
      (data: unknown) =>
        evaluation.takes(extended.at(pointer), data);
    this.maker = new ValueMaker({ resolver: extended, validatorAt }, 'coverage');
    this.direction = direction;
  }

  /** The work that was done. */
  get steps(): number {
    return this.evaluation.steps;
  }

  /**
   * A value of a schema of the document.
   *
   * @returns undefined when none is found
   */
  valueAt(pointer: string, vary?: string): unknown {
    const key = `${pointer} ${vary ?? ''}`;
    if (!this.made.has(key)) this.made.set(key, this.make(pointer, vary));
    return this.made.get(key);
  }

  /**
   * A value that all the schemas take by their own keywords, and the demand. What their alternatives and
   * conditions say of it is not looked at, which is the caller's to do.
   *
   * @returns undefined when none is found
   */
  meeting(places: readonly Place[], demand: JsonObject): unknown {
    const all = [...places.map(({ schema }) => schema), demand];
    const hasPattern = all.some((each) => 'pattern' in each || 'patternProperties' in each);
    this.cost += hasPattern ? PATTERN_COST : 1;
    if (this.cost > MAX_COST) return undefined;
    const name = String(Object.keys(this.schemas).length);
    const own = places.map(({ schema }) => without(schema, ...LEADING));
    this.schemas[name] = { allOf: [...own, demand] };
    return this.make(childPointer('', 'components', 'demands', name));
  }

  private make(pointer: string, vary?: string): unknown {
    const { value, error } = this.maker.make(pointer, this.direction, {
      examples: false,
      ...(vary !== undefined && { vary }),
    });
    return error === undefined ? value : undefined;
  }
}
