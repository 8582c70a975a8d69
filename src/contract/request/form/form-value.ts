import type { CompiledContract, CompiledField, CompiledForm } from '../../compiled-contract';
import { Failure, failureKinds } from '../../failure';
import { ExactNumbers } from '../../json/exact-numbers';
import type { ParsedJson } from '../../json/parse-json';
import { setOwn } from '../../json/set-own';
import { validateJson, validatorOf, type Validators } from '../../schema/validation';
import { contentReadings } from '../serialization/content-readings';
import { groupBy } from '../serialization/group-by';
import { firstValid, type Reading } from '../serialization/reading';
import { emptyValue, isSent, readings } from '../serialization/readings';
import type { ContentSerialization } from '../serialization/serialization';
import { ANY, itemTypes, propertyTypes, valueTypes } from '../serialization/value-types';
import { fieldContent, fieldFailure, type FieldContent } from './field-content';
import type { FormEntry } from './form-entry';
import { partHeaderFault } from './part-headers';
import { sentFields, styledFields } from './styled-fields';

/**
 * The object that a form stands for, as JSON would have it: fields are read by their serialization, as
 * parameters are. Bytes are strings of one character for each while they are validated, and Files in
 * what a handler gets.
 */
export class FormValue implements ParsedJson {
  readonly value: Record<string, unknown> = {};
  readonly exact = new ExactNumbers();
  private readonly files = new Map<string, readonly (File | undefined)[]>();

  constructor(
    private readonly form: CompiledForm,
    private readonly contract: CompiledContract,
    private readonly validators: Validators,
  ) {}

  /** Reads the fields. @returns the first failure, if there is one */
  fill(entries: readonly FormEntry[]): Failure | undefined {
    const taken = this.setStyled(entries);
    if (taken instanceof Failure) return taken;
    for (const [name, group] of groupBy(entries, (entry) => entry.name)) {
      const failure = this.setGroup(name, group, taken);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** Puts the Files into the decoded value, where it kept the fields. */
  withFiles(decoded: unknown): unknown {
    if (typeof decoded !== 'object' || decoded === null) return decoded;
    const object = decoded as Record<string, unknown>;
    for (const [name, files] of this.files) {
      if (!Object.hasOwn(object, name)) continue;
      const value = object[name];
      const inPlace = Array.isArray(value)
        ? value.map((item: unknown, index) => files[index] ?? item)
        : (files[0] ?? value);
      setOwn(object, name, inPlace);
    }
    return decoded;
  }

  /** Sets the fields that have a style. @returns the other names of which they are made */
  private setStyled(entries: readonly FormEntry[]): ReadonlySet<string> | Failure {
    const styled = styledFields(this.form);
    if (styled.length === 0) return NOTHING;
    const { valueTypes: table } = this.contract;
    const names = sentFields(table, this.form, entries);
    if (names instanceof Failure) return names;
    for (const field of styled) {
      const { name, serialization, required } = field;
      const found = names.of(field);
      const sent = isSent(found) ? found : required && emptyValue(table, serialization);
      if (sent === undefined) continue;
      const failure = this.set(name, field, readings(table, serialization, name, sent));
      if (failure !== undefined) return failure;
    }
    return names.taken;
  }

  /** Checks what was sent under one name, and sets the field of that name if its own content makes it. */
  private setGroup(
    name: string,
    entries: readonly FormEntry[],
    taken: ReadonlySet<string>,
  ): Failure | undefined {
    const { fields } = this.form;
    const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (own === undefined && taken.has(name)) return undefined;
    const field = own ?? this.unnamed(name);
    if (field.headers !== undefined) {
      for (const entry of entries) {
        const fault = partHeaderFault(this.contract, this.validators, field.headers, entry);
        if (fault !== undefined) return fieldFailure(failureKinds.invalidBody, name, fault);
      }
    }
    const { serialization } = field;
    return 'style' in serialization
      ? undefined
      : this.setContent(name, field, serialization, entries);
  }

  /** A field that the schema does not name. */
  private unnamed(name: string): CompiledField {
    const { types, binary } = this.form.rest;
    const serialization = { itemwise: true, types: propertyTypes(types, name) ?? ANY } as const;
    return { serialization, ...(binary && { binary }) };
  }

  private setContent(
    name: string,
    field: CompiledField,
    serialization: ContentSerialization,
    entries: readonly FormEntry[],
  ): Failure | undefined {
    const { valueTypes: table } = this.contract;
    const own = valueTypes(table, serialization.types);
    const isList = own.types.includes('array');
    const contents: FieldContent[] = [];
    for (const entry of entries) {
      const { types } = isList ? valueTypes(table, itemTypes(own, contents.length)) : own;
      const content = fieldContent(field, types, entry);
      if (content instanceof Failure) return content;
      contents.push(content);
    }
    const files = contents.map(({ file }) => file);
    if (files.some((file) => file !== undefined)) this.files.set(name, files);
    return this.set(name, field, contentReadings(table, serialization, contents));
  }

  /** Sets a field to the first reading that its schemas take, or else to one for the form's to refuse. */
  private set(name: string, field: CompiledField, all: Iterable<Reading>): Failure | undefined {
    const read = firstValid(all, (json) => (this.fits(field, json) ? undefined : ''));
    const json = 'fault' in read ? read.json : read;
    if (json !== undefined) {
      this.exact.adopt(json.exact, this.value, name);
      setOwn(this.value, name, json.value);
    } else if ('fault' in read) {
      const { malformedBody, invalidBody } = failureKinds;
      const kind = read.isMalformed === true ? malformedBody : invalidBody;
      return fieldFailure(kind, name, read.fault);
    }
    return undefined;
  }

  private fits({ validators = [] }: CompiledField, json: ParsedJson): boolean {
    return validators.every((alternatives) =>
      alternatives.some(
        (name) => validateJson(validatorOf(this.validators, name), json) === undefined,
      ),
    );
  }
}

const NOTHING: ReadonlySet<string> = new Set();
