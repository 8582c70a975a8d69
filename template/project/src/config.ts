/** How the service runs. */
export interface Config {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Starts with operations that nobody has implemented yet; they respond 501. */
  readonly allowUnimplemented: boolean;
  /** Checks each response against the document; one of a handler that does not fit becomes 500. */
  readonly validateResponses: boolean;
}

/** What its message explains to whoever starts the service. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError naming the variable, its value and what is allowed */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { HOST = '127.0.0.1', PORT = '3000', NODE_ENV, ALLOW_UNIMPLEMENTED } = env;
  if (!/^\d{1,5}$/.test(PORT) || Number(PORT) > 65_535) {
    throw new ConfigError(`PORT must be a number from 0 to 65535, not "${PORT}"`);
  }
  const isProduction = NODE_ENV === 'production';
  return {
    host: HOST,
    port: Number(PORT),
    allowUnimplemented: !isProduction || ALLOW_UNIMPLEMENTED === '1',
    validateResponses: !isProduction,
  };
}
