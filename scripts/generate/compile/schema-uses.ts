import type { CompiledSchema } from '../../../src/contract/compiled-contract';
import type { Direction } from '../schemas/direction';
import { isJsonObject } from '../document/json-object';
import { valueAt } from '../document/json-pointer';
import type { Resolver } from '../document/resolve';
import { ProjectionBuilder } from './projections';
import type { Projection } from '../../../src/contract/schema/projection';
import { ValueTypesBuilder } from './value-types';
import type { ValidatorRequest } from '../validators/validators';

/** Collects the validators and projections that a contract needs of its document's schemas. */
export class SchemaUses {
  private readonly requests = new Map<string, ValidatorRequest>();
  private readonly builders: Record<Direction, ProjectionBuilder>;
  readonly valueTypes: ValueTypesBuilder;

  constructor(readonly resolver: Resolver) {
    this.valueTypes = new ValueTypesBuilder(resolver);
    const builder = (direction: Direction): ProjectionBuilder =>
      new ProjectionBuilder(resolver, direction, this.validatorFor);
    this.builders = { request: builder('request'), response: builder('response') };
  }

  /** Validator and projection of the schema at a pointer; without a schema there, of any value. */
  use(pointer: string, direction: Direction): CompiledSchema {
    const schema = valueAt(this.resolver.document, pointer);
    return {
      validator: this.validatorFor(schema === undefined ? '' : pointer, direction),
      projection: this.builders[direction].projectionOf(schema, pointer),
    };
  }

  /** The validators asked for so far. */
  get validators(): readonly ValidatorRequest[] {
    return [...this.requests.values()];
  }

  /** Projections that others refer to by name. */
  get projections(): Readonly<Record<string, Projection>> {
    return { ...this.builders.request.projections, ...this.builders.response.projections };
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
