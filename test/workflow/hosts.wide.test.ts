import { hostAnswers, HostedService } from '../support/hosted-service';

/** The hosts of docs/hosts.md that run on Node; hosts.whole.test.ts has the other. */

const hosted = new HostedService(['hono.ts', 'fastify.ts', 'lambda.ts', 'route.ts']);

hostAnswers(hosted, 'Hono', () => hosted.serve('dist/hono.js'));
hostAnswers(hosted, 'Fastify', () => hosted.serve('dist/fastify.js'));
hostAnswers(hosted, 'AWS Lambda', () => hosted.serve('emulate.js', 'lambda'));
hostAnswers(hosted, 'Next.js', () => hosted.serve('emulate.js', 'next'));
