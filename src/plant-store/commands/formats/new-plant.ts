import { contract } from '../../../../generated/contract';
import type { Operations } from '../../../../generated/operations';
import { validators } from '../../../../generated/validators';
import {
  type CompiledJson,
  decodeJson,
  type ParsedJson,
  validateJson,
  type ValidationError,
  validatorOf,
} from '../../../contract';
import type { Plant } from '../../plants/plant-store';

const OPERATION = 'createPlant' satisfies keyof Operations;
const MEDIA_TYPE = 'application/json';

const schema = requestSchema();
const validate = validatorOf(validators, schema.validator);

/**
 * Validates and decodes a plant as the body of `createPlant`, so the document alone defines a plant.
 *
 * @returns the plant, or the deciding error
 */
export function decodePlant(json: ParsedJson): { plant: Plant } | { error: ValidationError } {
  const error = validateJson(validate, json);
  if (error !== undefined) return { error };
  const body = decodeJson({ contract, validators }, schema.projection, json);
  return { plant: body as Operations[typeof OPERATION]['input']['body'] };
}

function requestSchema(): CompiledJson {
  const operation = contract.operations.find(({ operationId }) => operationId === OPERATION);
  const media = operation?.requestBody?.content[MEDIA_TYPE];
  if (media?.kind === 'json') return media;
  throw new Error(`The document has no ${MEDIA_TYPE} body of ${OPERATION}`);
}
