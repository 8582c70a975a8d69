/**
 * What is used of openapi-typescript. Its own declarations for CommonJS export one thing and many at
 * once (TS2309), of which TypeScript 7 takes the one only.
 */
declare module 'openapi-typescript' {
  import type { Config } from '@redocly/openapi-core';
  import type { Node, PropertySignature, TypeNode } from 'typescript';

  interface Options {
    readonly silent: boolean;
    readonly redocly: Config;
    /** Gives the type of a schema, where it is not to be made from the schema itself. */
    readonly transform: (schema: object) => TypeNode | undefined;
  }
  export default function openapiTypescript(document: object, options: Options): Promise<Node[]>;
  export function addJSDocComment(schema: object, node: PropertySignature): void;
  export function astToString(nodes: Node[]): string;
}
