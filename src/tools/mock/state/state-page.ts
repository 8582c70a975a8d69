import {
  Failure,
  failureKinds,
  type HttpResponse,
  JSON_MEDIA_TYPE,
  parseRequestTarget,
  responseHeaders,
  type Service,
  defaultErrorResponse,
} from 'openapi-trellis/tools';
import { describeResources } from './kept-resources';
import type { StatefulResponses } from './stateful-responses';

const PATH = '/-/state';
const METHODS = 'GET, HEAD, DELETE, OPTIONS';

/** Shows the number of kept items at `/-/state`, and clears them on DELETE. */
export function withState(state: StatefulResponses | undefined, service: Service): Service {
  if (state === undefined) return service;
  return {
    ...service,
    handle: (request) =>
      parseRequestTarget(request.target)?.path === PATH
        ? Promise.resolve(respond(state, request.method))
        : service.handle(request),
  };
}

function respond(state: StatefulResponses, method: string): HttpResponse {
  const headers = { [responseHeaders.allow]: METHODS };
  switch (method) {
    case 'GET':
    case 'HEAD':
      return page(state);
    case 'DELETE':
      state.reset();
      return { status: 204, headers: {} };
    case 'OPTIONS':
      return { status: 204, headers };
    default: {
      const message = `The path takes ${METHODS}, not ${method}`;
      const failure = new Failure(failureKinds.methodNotAllowed, message, { headers });
      return defaultErrorResponse(failure);
    }
  }
}

function page(state: StatefulResponses): HttpResponse {
  const resources = state.resources.map((resource) => ({
    path: resource.path,
    kept: state.count(resource),
    operations: describeResources([resource])[0],
  }));
  return {
    status: 200,
    headers: {
      [responseHeaders.contentType]: JSON_MEDIA_TYPE,
      [responseHeaders.cacheControl]: 'no-store',
    },
    body: JSON.stringify({ resources, ...state.limits }),
  };
}
