/**
 * What is used of openapi-typescript, from its declarations for ES modules. Those for CommonJS export one
 * thing and many at once (TS2309), of which TypeScript 7 takes the one only.
 */
declare module 'openapi-typescript' {
  export * from 'openapi-typescript/dist/index.mjs';
  export { default } from 'openapi-typescript/dist/index.mjs';
}
