import type { JsonObject } from '../document/json-object';
import { valueAt } from '../document/json-pointer';
import type { Operation } from '../document/operations';
import { Resolver } from '../document/resolve';
import type { Direction } from '../schemas/direction';
import { printKey } from '../print';
import { layOut } from './layout';
import { SchemaGroups } from './schema-groups';
import { SchemaTypes } from './schema-types';
import { skeletonOf, type SchemaUse, type Filling } from './skeleton';
import { directedSchemas, TypeNames } from './type-names';
import { indented, namedType, type TypeText } from './type-text';

/** The types of a document, as modules. */
export interface TypeModules {
  /** What handlers get and give: integers of 64 bits are `bigint`. */
  readonly types: string;
  /** What travels as JSON, for clients: they are `number`. */
  readonly clientTypes: string;
}

/**
 * TypeScript types of a document. openapi-typescript lays them out, once, and the types of schemas are
 * filled in, because it takes several of them for others than JSON Schema does.
 */
export async function typeDeclarations(
  document: JsonObject,
  operations: readonly Operation[],
): Promise<TypeModules> {
  const resolver = new Resolver(document);
  const { document: skeleton, fillings } = skeletonOf(resolver, operations);
  const layout = await layOut(skeleton);
  const groups = new SchemaGroups(resolver);
  const directed = directedSchemas(resolver);
  const moduleWith = (exact: boolean): string => {
    const module = new TypeModule(groups, new TypeNames(groups, directed), exact);
    return module.fill(layout, fillings);
  };
  return { types: moduleWith(true), clientTypes: moduleWith(false) };
}

/** Fills the layout with types of one kind. */
class TypeModule {
  private readonly types: Readonly<Record<Direction | 'both', SchemaTypes>>;

  /** @param exact integers of 64 bits are `bigint` */
  constructor(
    private readonly groups: SchemaGroups,
    private readonly names: TypeNames,
    exact: boolean,
  ) {
    const types = (direction?: Direction): SchemaTypes =>
      new SchemaTypes(groups, direction, names.reference, exact);
    this.types = { both: types(), request: types('request'), response: types('response') };
  }

  fill(layout: string, fillings: readonly Filling[]): string {
    const text = layout.replace(/^( *)(.*\$\d.*)$/gm, (_, indentation: string, line: string) => {
      const filled = line.replace(PLACE, (place, comment, quoted, bare) => {
        const filling = fillings[Number(comment ?? quoted ?? bare)];
        return filling === undefined ? place : this.textOf(filling, quoted !== undefined);
      });
      return indentation + indented(filled, indentation);
    });
    return text + this.declarations();
  }

  private textOf(filling: Filling, isQuoted: boolean): string {
    if ('comment' in filling) return filling.comment;
    if ('schema' in filling) {
      return (this.names.declaration(filling.schema) ?? this.typeOf(filling.schema)).text;
    }
    return isQuoted ? JSON.stringify(filling.name) : printKey(filling.name);
  }

  private typeOf({ pointer, direction }: SchemaUse): TypeText {
    const schema = valueAt(this.groups.resolver.document, pointer);
    return this.types[direction ?? 'both'].typeOf({ schema, pointer });
  }

  /** The aliases of components, and the types that are declared on their own. */
  private declarations(): string {
    const lines: string[] = [];
    // To write one may ask for more, which the iteration comes to.
    for (const declared of this.names.declared) {
      lines.push(`export type ${declared.name} = ${this.typeOf(declared).text};\n`);
    }
    const own = new Set(Array.from(this.names.declared, ({ name }) => name));
    const aliases = [...this.names.aliases].filter(([, alias]) => !own.has(alias));
    for (const [component, alias] of aliases) {
      lines.push(`export type ${alias} = ${namedType('components', 'schemas', component).text};\n`);
    }
    return lines.join('');
  }
}

/** Where a token stands in the layout: as a comment, as a quoted name, or as a name or a type. */
const PLACE = /\/\*\* @description \$(\d+) \*\/|"\$(\d+)"|\$(\d+)/g;
