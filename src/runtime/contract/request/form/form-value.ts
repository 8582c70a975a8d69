import type { CompiledField, CompiledForm } from '../../compiled-contract';
import type { Failure, FailureKind } from '../../failure';
import { ExactNumbers, type ParsedJson } from '../../json/parse-json';
import { escapeKey, setOwn, quote } from '../../json/json-values';
import { memoize } from '../../memoize';
import {
  type SchemaContext,
  validateJson,
  type ValidationError,
  validatorOf,
} from '../../schema/validation';
import type { MultipartPart } from '../serialization/value-reader';
import { contentFailure, contentFailureKind, type Subject } from '../content-fault';
import { groupBy, NameValues } from '../serialization/name-values';
import { emptyValue, isSent, readSent, type SentValues } from '../serialization/readings';
import { SentNames } from '../serialization/sent-names';
import { type ContentSerialization, ANY, propertyTypes } from '../serialization/serialization';

/** One field of a form, in the form of a query parameter. */
export interface FormEntry {
  readonly name: string;
  /** Percent-encoded. */
  readonly value: string;
  /** Present in a multipart form. */
  readonly part?: MultipartPart & { readonly file?: File };
}

type NamedField = CompiledField & { readonly name: string };

const fieldsOf = memoize((form: CompiledForm): readonly NamedField[] =>
  Object.entries(form.fields).map(([name, field]) => ({ ...field, name })),
);

/** The JSON object that a form denotes: fields are read by their serialization, like the parameters of a query. */
export class FormValue implements ParsedJson {
  readonly value: Record<string, unknown> = {};
  readonly exact = new ExactNumbers();

  constructor(
    private readonly form: CompiledForm,
    private readonly context: SchemaContext,
    private readonly subject: Subject,
  ) {}

  /** Reads the fields. @returns the first failure, if any */
  fill(entries: readonly FormEntry[]): Failure | undefined {
    const values = new NameValues(entries.map(({ name, value }) => [name, value]));
    const names = new SentNames(this.context.contract.valueTypes, values, fieldsOf(this.form));
    const sent = fieldsOf(this.form).map((field) => [field, names.of(field)] as const);
    for (const name of values.names()) {
      if (Object.hasOwn(this.form.fields, name) || names.taken.has(name)) continue;
      const field = { name, serialization: unnamedField(this.form, name) };
      sent.push([field, names.of(field)]);
    }
    const parts = groupBy(
      entries.filter(({ part }) => part !== undefined),
      ({ name }) => name,
    );
    for (const [field, found] of sent) {
      const own = parts.get(field.name)?.map(({ part = {} }) => part);
      const failure = this.set(field, own === undefined ? found : { ...found, parts: own });
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** Sets a field to the first reading that its schemas accept, else to one that the form's validator refuses. */
  private set(
    { name, serialization, required, validators = [] }: NamedField,
    found: SentValues,
  ): Failure | undefined {
    const { valueTypes } = this.context.contract;
    const sent = isSent(found) ? found : required && emptyValue(valueTypes, serialization);
    if (sent === undefined) return undefined;
    const isOf = (json: ParsedJson, validator: string): boolean =>
      validateJson(validatorOf(this.context.validators, validator), json) === undefined;
    const read = readSent(valueTypes, serialization, name, sent, (json) =>
      validators.every((some) => some.some((validator) => isOf(json, validator)))
        ? undefined
        : REFUSED,
    );
    const json = 'fault' in read ? read.json : read;
    if (json !== undefined) {
      this.exact.adopt(json.exact, this.value, name);
      setOwn(this.value, name, json.value);
    } else if ('fault' in read) {
      const kind = contentFailureKind(this.subject, read.isMalformed === true);
      return fieldFailure(kind, name, read.fault, this.subject);
    }
    return undefined;
  }
}

/** Represents the errors of several schemas; the form's own validator reports the fault. */
const REFUSED: ValidationError = { instancePath: '', keyword: '', params: {} };

export function unnamedField({ rest }: CompiledForm, name: string): ContentSerialization {
  return { itemwise: true, types: propertyTypes(rest, name) ?? ANY };
}

/** @param fault the end of a sentence */
export function fieldFailure(
  kind: FailureKind,
  name: string,
  fault: string,
  subject: Subject = 'body',
): Failure {
  const message = `The field ${quote(name)} of the ${subject} ${fault}`;
  return contentFailure(kind, subject, message, { pointer: `/${escapeKey(name)}` });
}

/** Replaces the bytes of files in a decoded form by Files, where it kept the fields. */
export function withFiles(decoded: unknown, entries: readonly FormEntry[]): unknown {
  if (typeof decoded !== 'object' || decoded === null) return decoded;
  const object = decoded as Record<string, unknown>;
  if (!entries.some(({ part }) => part?.file !== undefined)) return decoded;
  for (const [name, group] of groupBy(entries, (entry) => entry.name)) {
    if (!Object.hasOwn(object, name)) continue;
    const value = object[name];
    const file = (index: number): File | undefined => group[index]?.part?.file;
    const inPlace = Array.isArray(value)
      ? value.map((item: unknown, index) => file(index) ?? item)
      : (file(0) ?? value);
    setOwn(object, name, inPlace);
  }
  return decoded;
}
