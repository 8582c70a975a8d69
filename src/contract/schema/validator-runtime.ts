/** All that compiled validators call. Generation writes this module's name into their code. */
export * from './integer-keywords';
export * from './check-once';
export * from './evaluated';
export * from './regular-expression';
