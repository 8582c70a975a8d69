/**
 * What the tools of openapi-trellis-tools, in the same version, use of the contract layer. These names are no stable
 * interface: any release may change them.
 */

export * from './contract';
