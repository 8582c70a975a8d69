/**
 * The declarations of openapi-typescript in use, from those for ES modules. Its declarations for CommonJS mix
 * `export =` with other exports (TS2309), of which TypeScript 7 sees only the former.
 */
declare module 'openapi-typescript' {
  export * from 'openapi-typescript/dist/index.mjs';
  export { default } from 'openapi-typescript/dist/index.mjs';
}
