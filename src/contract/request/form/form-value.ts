import type { CompiledField, CompiledForm, SchemaTypes, FieldTypes } from '../../compiled-contract';
import { Failure, failureKinds } from '../../failure';
import { ExactNumbers } from '../../json/exact-numbers';
import { isJson } from '../../media-type';
import { readText } from '../read-text';
import { setOwn } from '../../json/set-own';
import { quote } from '../../quote';
import type { Validators } from '../../schema/validation';
import type { FieldMembers, FormEntry } from './form-entry';
import { groupBy } from './group';
import { partHeaderFailure } from './part-headers';
import { readEntry } from './read-entry';

type Files = File | readonly (File | undefined)[];

/**
 * The object that a form stands for, as JSON would have it: numbers and objects are read by the types
 * of their schema. Bytes are strings of one character for each while they are validated, and Files in
 * what a handler gets.
 */
export class FormValue {
  readonly value: Record<string, unknown> = {};
  readonly exact = new ExactNumbers();
  private readonly files = new Map<string, Files>();

  constructor(
    private readonly form: CompiledForm,
    private readonly validators: Validators,
  ) {}

  /** Reads the fields. @returns the first failure, if there is one */
  fill(entries: readonly FormEntry[]): Failure | undefined {
    for (const [name, group] of groupBy(entries, (entry) => entry.name)) {
      const failure = this.setField(name, group);
      if (failure !== undefined) return failure;
    }
    return undefined;
  }

  /** Puts the Files into the decoded value, where it kept the fields. */
  withFiles(decoded: unknown): unknown {
    if (typeof decoded !== 'object' || decoded === null) return decoded;
    for (const [name, files] of this.files) {
      if (!Object.hasOwn(decoded, name)) continue;
      const value = (decoded as Record<string, unknown>)[name];
      setOwn(decoded as Record<string, unknown>, name, inPlace(files, value));
    }
    return decoded;
  }

  private setField(name: string, entries: readonly FormEntry[]): Failure | undefined {
    const { fields, rest } = this.form;
    const field = (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? rest;
    for (const entry of entries) {
      const failure = partHeaderFailure(this.validators, field, entry);
      if (failure !== undefined) return failure;
    }
    if (isList(field, entries)) return this.setList(name, field, entries);
    const [first] = entries;
    if (first === undefined) return undefined;
    if (entries.length > 1) {
      const message = `The body has the field ${quote(name)} more than once, but it is not a list`;
      return new Failure(failureKinds.invalidBody, message);
    }
    if (first.content instanceof Map) {
      setOwn(this.value, name, this.readMembers(field, first.content as FieldMembers));
      return undefined;
    }
    // Numbers are recorded by the object that holds them, so the field must be set on that one.
    const read = readEntry(field, field.types, first, this.exact, this.value);
    if (read instanceof Failure) return read;
    setOwn(this.value, name, read.value);
    if (read.file !== undefined) this.files.set(name, read.file);
    return undefined;
  }

  private setList(
    name: string,
    field: CompiledField,
    entries: readonly FormEntry[],
  ): Failure | undefined {
    const mayBeWhole = entries.length === 1 && !field.items.includes('array');
    const isJsonPart = isJson(entries[0]?.mediaType?.essence ?? '');
    const types: SchemaTypes = mayBeWhole && isJsonPart ? [...field.items, 'array'] : field.items;
    const list: unknown[] = [];
    const files: (File | undefined)[] = [];
    for (const entry of entries.flatMap(itemEntries)) {
      const key = String(list.length);
      const read = readEntry(field, types, entry, this.exact, list, key);
      if (read instanceof Failure) return read;
      list.push(read.value);
      files.push(read.file);
    }
    const [only] = list;
    // One part of JSON may hold the whole list.
    setOwn(this.value, name, mayBeWhole && Array.isArray(only) ? only : list);
    if (files.some((file) => file !== undefined)) this.files.set(name, files);
    return undefined;
  }

  private readMembers({ style }: CompiledField, members: FieldMembers): Record<string, unknown> {
    const value: Record<string, unknown> = {};
    for (const [name, texts] of members) {
      const known = style?.members ?? {};
      const { types, items } = (Object.hasOwn(known, name) ? known[name] : undefined) ?? UNKNOWN;
      const [only] = texts;
      if (texts.length === 1 && only !== undefined && !types.includes('array')) {
        setOwn(value, name, readText(types, only, this.exact, value, name));
        continue;
      }
      const list: unknown[] = [];
      for (const text of texts) {
        list.push(readText(items, text, this.exact, list, String(list.length)));
      }
      setOwn(value, name, list);
    }
    return value;
  }
}

const UNKNOWN: FieldTypes = { types: [], items: [] };

/** A single value stands for itself where the schema admits it beside a list. */
function isList({ types }: CompiledField, entries: readonly FormEntry[]): boolean {
  const [first] = entries;
  if (Array.isArray(first?.content)) return true;
  if (types.length === 0) return entries.length > 1;
  if (!types.includes('array')) return false;
  return entries.length > 1 || types.every((type) => type === 'array' || type === 'null');
}

/** The items that a style took apart, as entries of their own. */
function itemEntries(entry: FormEntry): FormEntry[] {
  const { content } = entry;
  if (!Array.isArray(content)) return [entry];
  return (content as readonly string[]).map((text) => ({ ...entry, content: text }));
}

function inPlace(files: Files, value: unknown): unknown {
  if (files instanceof File) return files;
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) => files[index] ?? item);
}
