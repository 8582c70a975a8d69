import {
  type AnyHandler,
  type Authenticator,
  createService,
  Failure,
  failureKinds,
  ItemReader,
  secretOf,
  type SecurityScheme,
  type Service,
} from 'openapi-trellis/tools';
import type { LoadedContract } from '../validators';
import { httpRequest, type OperationRequest } from '../samples';
import type { Credentials } from './credentials';
import { wireHeaders } from './http/request';

/** The decision of the contract layer about a request; neither input nor failure if it answers by itself. */
interface Decision {
  operationId?: string;
  input?: Readonly<Record<string, unknown>>;
  failure?: Failure;
  /** True for a known caller who lacks a scope. */
  lacksScope?: boolean;
}

/** A service of the document in this process, which only records its decision about each request. */
export class JudgingService {
  /** The last waiting request: requests are handled one at a time, so a decision belongs to the current one. */
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly service: Service,
    private readonly current: Current,
  ) {}

  /** @param credentials the credentials that the service knows */
  static async of(
    { contract, validators }: LoadedContract,
    credentials: Credentials,
  ): Promise<JudgingService> {
    const current: Current = { decision: {} };
    const handler =
      (operationId: string): AnyHandler<undefined> =>
      async (input: Readonly<Record<string, unknown>>) => {
        // Items are validated when they are read.
        if (input.body instanceof ItemReader) while ((await input.body.next()).done !== true);
        Object.assign(current.decision, { operationId, input });
        throw DECIDED;
      };
    const service = await createService({
      contract,
      validators,
      handlers: Object.fromEntries(
        contract.operations.map(({ operationId }) => [operationId, handler(operationId)]),
      ),
      dependencies: undefined,
      authenticators: Object.fromEntries(
        Object.entries(contract.securitySchemes).map(([name, scheme]) => [
          name,
          authenticator(name, scheme, credentials, current),
        ]),
      ),
      maxBodyBytes: Infinity,
      validateResponses: false,
      // The response adds nothing to the decision.
      onFault: () => undefined,
      onFailure: (failure, operationId) => {
        const { decision } = current;
        // Beside other alternatives, services answer callers who lack a scope by 401, 403 or another refusal.
        const isByScope = decision.lacksScope === true && failure.kind.status === 401;
        decision.failure = isByScope
          ? new Failure(failureKinds.forbidden, failure.message)
          : failure;
        if (operationId !== undefined) decision.operationId = operationId;
      },
    });
    return new JudgingService(service, current);
  }

  decide(request: OperationRequest): Promise<Decision> {
    const decided = this.turn.then(() => this.handle(request));
    this.turn = decided.catch(() => undefined);
    return decided;
  }

  private async handle(request: OperationRequest): Promise<Decision> {
    const decision: Decision = {};
    this.current.decision = decision;
    const { body, ...rest } = request;
    const headers = wireHeaders(request, 'service.invalid');
    const sent = { ...rest, headers, ...(body && body.length > 0 && { body }) };
    await this.service.handle(httpRequest(sent));
    return decision;
  }
}

interface Current {
  decision: Decision;
}

/** Ends an accepted request. Created once, since capturing the stack of an error is slow. */
const DECIDED = new Error('The request was accepted, and nothing is done with it');

/** The token of a `basic` scheme is a password, or a pair of user and password. */
function authenticator(
  name: string,
  scheme: SecurityScheme,
  known: Credentials,
  current: Current,
): Authenticator {
  return (credentials, { scopes }) => {
    const isOf = (who: 'caller' | 'limited' | 'other'): boolean => {
      const token = known.tokenOf(who, name);
      return token !== undefined && [credentials, secretOf(scheme, credentials)].includes(token);
    };
    if (isOf('caller') || isOf('other')) return ACCEPTED;
    if (!isOf('limited')) return { outcome: 'rejected' };
    if (known.limitedHas(scopes)) return ACCEPTED;
    current.decision.lacksScope = true;
    return { outcome: 'forbidden' };
  };
}

const ACCEPTED = { outcome: 'accepted', principal: { name: 'caller' } } as const;
