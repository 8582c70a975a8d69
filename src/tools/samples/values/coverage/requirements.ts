import type { Validate } from 'openapi-trellis/tools';
import {
  asObject,
  POSSIBLY,
  without,
  type JsonObject,
  childPointer,
  Resolver,
  type ObjectSchemaAt,
  type Direction,
} from '../../../document';
import { ValueGenerator, type ValueSchemas } from '../value-generator';
import { Evaluation } from '../../../schema';

/** Keywords that apply schemas in place, or depend on these. */
const LEADING = [...POSSIBLY, 'unevaluatedProperties', 'unevaluatedItems', 'discriminator'];

/** Budget for generating values of one schema: some take long to show that there are none. */
const MAX_COST = 600;
const PATTERN_COST = 250;

/**
 * Generates values that schemas of the document accept and that also meet a requirement. Pointers seed values, so the
 * name of the map of these schemas must not change.
 */
export class Requirements {
  private readonly schemas: Record<string, JsonObject> = {};
  private readonly made = new Map<string, unknown>();
  private readonly maker: ValueGenerator;
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
    // Compiling validators would take longer than generating all values.
    const validatorAt =
      (pointer: string): Validate =>
      (data: unknown) =>
        evaluation.takes(extended.at(pointer), data);
    this.maker = new ValueGenerator({ resolver: extended, validatorAt }, 'coverage');
    this.direction = direction;
  }

  /** The work done so far. */
  get steps(): number {
    return this.evaluation.steps;
  }

  /**
   * A value of a schema of the document.
   *
   * @returns undefined when none is found
   */
  valueAt(pointer: string): unknown {
    if (!this.made.has(pointer)) this.made.set(pointer, this.make(pointer));
    return this.made.get(pointer);
  }

  /**
   * A value that all the schemas' own keywords and the requirement accept. The caller checks their alternatives and
   * conditions.
   *
   * @returns undefined when none is found
   */
  meeting(places: readonly ObjectSchemaAt[], requirement: JsonObject): unknown {
    const all = [...places.map(({ schema }) => schema), requirement];
    const hasPattern = all.some((each) => 'pattern' in each || 'patternProperties' in each);
    this.cost += hasPattern ? PATTERN_COST : 1;
    if (this.cost > MAX_COST) return undefined;
    const name = String(Object.keys(this.schemas).length);
    const own = places.map(({ schema }) => without(schema, ...LEADING));
    this.schemas[name] = { allOf: [...own, requirement] };
    return this.make(childPointer('', 'components', 'demands', name));
  }

  private make(pointer: string): unknown {
    const { value, error } = this.maker.make(pointer, this.direction, { examples: false });
    return error === undefined ? value : undefined;
  }
}
