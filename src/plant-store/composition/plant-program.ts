import { contract } from '../../../generated/contract';
import type { Operations } from '../../../generated/operations';
import { validators } from '../../../generated/validators';
import type { Handlers } from '../../contract';
import { readDocuments } from '../../cli/package-files';
import type { PlantDependencies } from '../plants/handler';
import type { Program } from './program';

/** The program that is generated from the document of this package, with these handlers. */
export function plantProgram(handlers: Handlers<Operations, PlantDependencies>): Program {
  return { contract, validators, handlers: { ...handlers }, documents: readDocuments() };
}
