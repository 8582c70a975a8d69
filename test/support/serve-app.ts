import { createServer, type RequestListener, type Server } from 'node:http';
import { listen, type Listener } from '../../src/runtime/express/listener';

const listeners: Listener[] = [];
afterEach(() => Promise.all(listeners.splice(0).map((listener) => listener.close(0))));

/** Serves an application until the test ends, by default by a server of Node's own. @returns its URL */
export async function serveApp(
  app: RequestListener,
  server: Server = createServer(app),
): Promise<string> {
  const listener = await listen(server, '127.0.0.1', 0, 'PORT');
  listeners.push(listener);
  return listener.url;
}
