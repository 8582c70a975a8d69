import {
  ALL_ORIGINS,
  atHosts,
  type CorsOptions,
  defaultErrorResponse,
  Failure,
  failureKinds,
  isCrossOrigin,
  type Service,
  withCors,
} from '../contract';
import { createPublication, publication, type PublicationOptions } from '../management/management';
import { withOwnPages, withPages } from '../management/pages';
import { printJson, printYaml } from '../generate/index';
import type { Mock } from './create-mock';
import { withState } from './state/state-page';

export type MockCors = 'none' | 'plain' | 'credentials';

/** Who may use a mock, beside what is on its own origin. */
export interface MockAccess {
  /** Pages of other origins, with credentials or without; by default none. */
  readonly cors?: MockCors;
  /** Names that it answers under, beside those of this machine. */
  readonly hostNames?: readonly string[];
}

/**
 * A mock with what a service has under `/-/`: its document, its docs page, and what it keeps. That is for its own
 * origin alone, whoever may call the operations.
 */
export function publishedMock(
  mock: Mock,
  { cors = 'none', hostNames = [] }: MockAccess = {},
): Service {
  const { document } = mock.loaded;
  const publish = createPublication({
    documents: {
      json: () => Promise.resolve(Buffer.from(printJson(document))),
      yaml: () => Promise.resolve(Buffer.from(printYaml(document))),
    },
    tryItOut: true,
  });
  const pages = forOwnOrigin(mock.state === undefined ? publish : withState(mock.state, publish));
  return atHosts(withPages(withCors(mock, corsOptions(cors)), pages), hostNames);
}

function corsOptions(cors: MockCors): CorsOptions {
  return {
    origins: cors === 'none' ? [] : [ALL_ORIGINS],
    credentials: cors === 'credentials',
    // A page learns of a 404 or 405 only from the request itself, so each is allowed.
    grantsAll: true,
  };
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** A page of another origin reads nothing here, but may send some requests without asking. */
function forOwnOrigin(pages: Service['handle']): Service['handle'] {
  return (request) => {
    if (SAFE_METHODS.includes(request.method) || !isCrossOrigin(request)) return pages(request);
    const message = 'Pages of other origins may not change what is under /-/';
    return Promise.resolve(defaultErrorResponse(new Failure(failureKinds.forbidden, message)));
  };
}

/** A service in development, with its document and a docs page that follows it beside what it has under `/-/`. */
export function publishing(documents: PublicationOptions['documents'], service: Service): Service {
  return withOwnPages(service, publication({ documents, tryItOut: true, follows: true }));
}
