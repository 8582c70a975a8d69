import { Agent, request as send } from 'node:http';
import type { OperationRequest } from '../../../src/samples/requests/operation-request';

/** What came back for a request. */
export interface ReceivedResponse {
  readonly status: number;
  /** The Content-Type; '' without one. */
  readonly mediaType: string;
  readonly body: string;
}

const TIMEOUT_MS = 20_000;

/** Sends requests to one server over connections that it keeps. */
export class RequestSender {
  private readonly agent = new Agent({ keepAlive: true });

  constructor(private readonly url: string) {}

  /** @throws Error when there is no response, or none in time */
  send({ method, target, headers, body }: OperationRequest): Promise<ReceivedResponse> {
    const { hostname, port } = new URL(this.url);
    const fields = headers.flatMap(([name, value]) => [name, value]);
    const length = body === undefined ? [] : ['Content-Length', String(body.length)];
    return new Promise((resolve, reject) => {
      const sent = send(
        {
          agent: this.agent,
          hostname,
          port,
          method,
          path: target,
          headers: ['Host', `${hostname}:${port}`, ...fields, ...length],
          signal: AbortSignal.timeout(TIMEOUT_MS),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              mediaType: response.headers['content-type'] ?? '',
              body: Buffer.concat(chunks).toString(),
            });
          });
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
