import type { CompiledSchema } from '../../../src/contract/compiled-contract';
import type { Direction } from '../schemas/direction';
import { isJsonObject } from '../document/json-object';
import { valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { ShapeBuilder } from './shapes';
import type { Shape } from '../../../src/contract/schema/shape';
import { TextTypesBuilder } from './text-types';
import type { ValidatorRequest } from '../validators/validators';

/** Collects the validators and shapes that a contract needs of its document's schemas. */
export class SchemaUses {
  private readonly requests = new Map<string, ValidatorRequest>();
  private readonly builders: Record<Direction, ShapeBuilder>;
  readonly textTypes: TextTypesBuilder;

  constructor(readonly resolver: Resolver) {
    this.textTypes = new TextTypesBuilder(resolver);
    const builder = (direction: Direction): ShapeBuilder =>
      new ShapeBuilder(resolver, direction, this.validatorFor);
    this.builders = { request: builder('request'), reply: builder('reply') };
  }

  /** Validator and shape of the schema at a pointer; without a schema there, of any value. */
  use(pointer: string, direction: Direction): CompiledSchema {
    const schema = valueAt(this.resolver.document, pointer);
    return {
      validator: this.validatorFor(schema === undefined ? '' : pointer, direction),
      shape: this.builders[direction].shapeOf(schema, pointer),
    };
  }

  /** The validators asked for so far. */
  get validators(): readonly ValidatorRequest[] {
    return [...this.requests.values()];
  }

  /** Shapes that others refer to by name. */
  get shapes(): Readonly<Record<string, Shape>> {
    return { ...this.builders.request.shapes, ...this.builders.reply.shapes };
  }

  /** The name of the validator for a schema; a schema that is only a reference shares its target's. */
  private readonly validatorFor = (pointer: string, direction: Direction): string => {
    const target = pointer === '' ? pointer : this.effective(pointer);
    const name = `${direction} ${target}`;
    this.requests.set(name, { name, pointer: target, direction });
    return name;
  };

  /** The pointer of a schema, or of the one that it is nothing but a reference to. */
  private effective(pointer: string): string {
    let at = pointer;
    for (;;) {
      const value = valueAt(this.resolver.document, at);
      if (!isJsonObject(value)) return at;
      const reference = value.$ref;
      if (typeof reference !== 'string' || Object.keys(value).length > 1) return at;
      at = this.resolver.target(reference, at);
    }
  }
}
