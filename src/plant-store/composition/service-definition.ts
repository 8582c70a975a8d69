import { contract } from '../../../generated/contract';
import type { Operations } from '../../../generated/operations';
import { validators } from '../../../generated/validators';
import { readDocuments } from '../../cli/package-files';
import type { AnyHandler, CompiledContract, Service, Validators, Handlers } from '../../contract';
import type { PublicationOptions } from '../../management/management';
import type { PlantDependencies } from '../plants/handler';

/** What a service carries out: what follows from its document, and the handlers. The rest of it is in `ServiceResources`. */
export interface Program {
  readonly contract: CompiledContract;
  readonly validators: Validators;
  /** By operationId. */
  readonly handlers: Readonly<Record<string, AnyHandler<PlantDependencies>>>;
  /** The document as it is published. */
  readonly documents: PublicationOptions['documents'];
  /** Has an open docs page follow the document, where one program takes the place of another; by default it does not. */
  readonly pageFollows?: boolean;
  /** Puts something around all that is served, such as a note in its responses; by default nothing. */
  readonly around?: (service: Service) => Service;
}

/** The program that is generated from the document of this package, with these handlers. */
export function plantProgram(handlers: Handlers<Operations, PlantDependencies>): Program {
  return { contract, validators, handlers: { ...handlers }, documents: readDocuments() };
}
