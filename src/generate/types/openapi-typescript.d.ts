/**
 * What is used of openapi-typescript, from its declarations for ES modules. Those for CommonJS export one
 * thing and many at once (TS2309), of which TypeScript 7 takes the one only.
 */
declare module 'openapi-typescript' {
  export * from 'openapi-typescript/dist/index.mjs';
  export { default } from 'openapi-typescript/dist/index.mjs';
}

/** The modules that layout.ts loads alone, of the exact version in package.json. */
declare module 'openapi-typescript/dist/transform/index.cjs' {
  import type {
    DiscriminatorObject,
    OpenAPI3,
    OpenAPITSOptions,
  } from 'openapi-typescript/dist/index.mjs';
  import type { Node } from 'typescript';

  /** What is not given is off. */
  interface Context extends Pick<OpenAPITSOptions, 'transform'> {
    readonly discriminators: {
      readonly objects: Record<string, DiscriminatorObject>;
      readonly refsHandled: string[];
    };
    /** Takes the operations. */
    readonly injectFooter: Node[];
    resolve($ref: string): unknown;
  }

  export default function transformSchema(document: OpenAPI3, context: Context): Node[];
}

declare module 'openapi-typescript/dist/lib/ts.cjs' {
  export { astToString } from 'openapi-typescript/dist/index.mjs';
}
