/** A place where services often have something that no document tells of. */
export interface UsualRoute {
  readonly path: string;
  /** What is often there, and why it matters. */
  readonly reason: string;
}

const DOCUMENT = 'a document, another one than this or the same at another place';
const CONSOLE = 'a page that shows or calls the interface';
const OPERATION = 'what only those who run the service need';
const INSIDE = 'what shows the inside of the service, or configures it';
const FILE = 'a file that belongs to the sources, perhaps with secrets';

/**
 * Places that frameworks and servers have unless they are told otherwise. What is under `/-/` is no
 * document's.
 */
export const usualRoutes: readonly UsualRoute[] = [
  ...['/openapi.json', '/openapi.yaml', '/swagger.json', '/v2/api-docs', '/v3/api-docs'].map(
    (path) => ({ path, reason: DOCUMENT }),
  ),
  ...['/swagger/v1/swagger.json', '/api-docs'].map((path) => ({ path, reason: DOCUMENT })),
  ...['/docs', '/redoc', '/swagger', '/swagger-ui/index.html', '/graphql', '/graphiql'].map(
    (path) => ({ path, reason: CONSOLE }),
  ),
  ...['/health', '/healthz', '/livez', '/readyz', '/ready', '/status', '/version', '/metrics'].map(
    (path) => ({ path, reason: OPERATION }),
  ),
  ...['/actuator', '/actuator/env', '/admin', '/debug', '/debug/pprof/', '/console', '/info'].map(
    (path) => ({ path, reason: INSIDE }),
  ),
  ...['/server-status', '/phpinfo.php'].map((path) => ({ path, reason: INSIDE })),
  ...['/.env', '/.git/config', '/config.json', '/package.json'].map((path) => ({
    path,
    reason: FILE,
  })),
];
