import type { CompiledSchema, Projection } from 'openapi-trellis/tools';
import { type Direction, type Resolver, effective, type MappedFormats } from '../../document';
import type { ValidatorRequest } from '../../validators';
import type { DefaultsBuilder } from './defaults';
import { ProjectionBuilder } from './projections';
import { ValueTypesBuilder } from './value-types';

/** Collects the validators and projections that a contract needs. */
export class SchemaUses {
  private readonly requests = new Map<string, ValidatorRequest>();
  private readonly builders: Record<Direction, ProjectionBuilder>;
  readonly valueTypes: ValueTypesBuilder;

  /**
   * @param defaults finds the defaults applied to requests; without it, none are
   * @param formats the formats mapped to other types
   */
  constructor(
    readonly resolver: Resolver,
    readonly defaults?: DefaultsBuilder,
    formats: MappedFormats = new Set(),
  ) {
    this.valueTypes = new ValueTypesBuilder(resolver);
    const builder = (direction: Direction): ProjectionBuilder =>
      new ProjectionBuilder(resolver, direction, this.validatorFor, formats);
    this.builders = { request: builder('request'), response: builder('response') };
  }

  /** The validator and projection of the schema at a pointer, which accept any value where there is no schema. */
  use(pointer: string, direction: Direction): CompiledSchema {
    const at = this.resolver.at(pointer);
    const defaults = direction === 'request' ? this.defaults?.nameOf(pointer) : undefined;
    return {
      validator: this.validatorFor(at.schema === undefined ? '' : pointer, direction),
      projection: this.builders[direction].projectionOf(at),
      ...(defaults !== undefined && { defaults }),
    };
  }

  get validators(): readonly ValidatorRequest[] {
    return [...this.requests.values()];
  }

  get projections(): Readonly<Record<string, Projection>> {
    return { ...this.builders.request.projections, ...this.builders.response.projections };
  }

  /** Registers a validator and returns its name; a bare reference shares its target's. */
  readonly validatorFor = (pointer: string, direction: Direction): string => {
    const target =
      pointer === '' ? '' : effective(this.resolver, this.resolver.at(pointer)).pointer;
    const name = `${direction} ${target}`;
    this.requests.set(name, { name, pointer: target, direction });
    return name;
  };
}
