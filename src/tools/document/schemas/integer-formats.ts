import { INT64_MAX, INT64_MIN } from 'openapi-trellis/tools';

/**
 * The least and greatest values of integer formats.
 *
 * @see https://spec.openapis.org/registry/format/
 */
export const INTEGER_FORMATS: ReadonlyMap<unknown, readonly [minimum: string, maximum: string]> =
  new Map([
    ['int8', ['-128', '127']],
    ['int16', ['-32768', '32767']],
    ['int32', ['-2147483648', '2147483647']],
    ['int64', [String(INT64_MIN), String(INT64_MAX)]],
    ['uint8', ['0', '255']],
    ['uint16', ['0', '65535']],
    ['uint32', ['0', '4294967295']],
    ['uint64', ['0', '18446744073709551615']],
    ['double-int', ['-9007199254740991', '9007199254740991']],
  ]);
