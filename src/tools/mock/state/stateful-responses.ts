import { createHash } from 'node:crypto';
import { canonicalText, Failure } from 'openapi-trellis/tools';
import { asObject, childPointer, isJsonObject, type JsonObject, valueAt } from '../../document';
import type { LoadedContract } from '../../validators';
import type { ValueGenerator } from '../../samples';
import { membersOf, partAt } from '../../resources';
import type { ChosenResponse } from '../choose-response';
import { notKept } from '../failures';
import type { GivenResponse, MockResponses } from '../mock-responses';
import {
  type AcceptedRequest,
  type Call,
  callOf,
  isSent,
  locationsOf,
  preferredResponse,
  successOf,
  warnOfUnstated,
} from './call';
import { type Change, ItemChanges, NotKept } from './change-items';
import { Echoes } from './echo';
import { ValueFitter } from './fit-value';
import { KeptBodies } from './kept-bodies';
import type { KeptLimits } from './kept-items';
import {
  findKeptResources,
  depthOf,
  type KeptOperation,
  type KeptResource,
} from './kept-resources';
import { type Page, pageOf } from './pages';
import { RepeatedCreates } from './repeated-creates';

/** The outcome of a call: an item, a list, a failure, or no kept item. */
type Outcome = Change | Page<JsonObject> | Failure | NotKept | undefined;

/** Responds from the effects of earlier requests. */
export class StatefulResponses {
  readonly resources: readonly KeptResource[];
  private readonly operations: ReadonlyMap<string, readonly [KeptResource, KeptOperation]>;
  private readonly changes: ItemChanges;
  private readonly repeated: RepeatedCreates;
  private readonly bodies: KeptBodies;
  private readonly echoes: Echoes;

  /** @param seed equal seeds give equal ids */
  constructor(
    private readonly loaded: LoadedContract,
    maker: ValueGenerator,
    private readonly stateless: MockResponses,
    seed: number,
    readonly limits: KeptLimits,
  ) {
    const fitter = new ValueFitter(loaded, maker);
    this.resources = findKeptResources(loaded);
    this.operations = new Map(
      this.resources.flatMap((resource) =>
        resource.operations.map((each) => [each.operation.operationId, [resource, each]] as const),
      ),
    );
    this.changes = new ItemChanges(loaded, maker, fitter, String(seed), limits);
    this.repeated = new RepeatedCreates(this.changes);
    this.bodies = new KeptBodies(loaded, maker, fitter);
    this.echoes = new Echoes(loaded, maker, stateless);
  }

  /** @returns undefined for a request to be answered without state */
  respond(operationId: string, request: AcceptedRequest): GivenResponse | Failure | undefined {
    const [resource, kept] = this.operations.get(operationId) ?? [];
    if (resource === undefined || kept === undefined) return undefined;
    const { compiled } = kept;
    const { wishes } = request;
    const preferred = preferredResponse(compiled, wishes);
    if (preferred === 'another') return undefined;
    const call = callOf(kept, resource, request);
    const outcome = this.missingAround(call) ?? this.outcomeOf(call);
    if (outcome instanceof NotKept) wishes.onWarning(`nothing is kept: ${outcome.reason}`);
    if (outcome === undefined || outcome instanceof NotKept) return undefined;
    if (!(outcome instanceof Failure)) return this.given(call, outcome, preferred);
    if (preferred !== undefined) return undefined;
    warnOfUnstated(compiled, outcome, wishes);
    return outcome;
  }

  /** What repeats the request, for one to be answered without state; undefined if nothing does. */
  echo(operationId: string, request: AcceptedRequest): GivenResponse | undefined {
    const sent = plainJson(request.input.body);
    return isJsonObject(sent) ? this.echoes.of(operationId, request, sent) : undefined;
  }

  count(resource: KeptResource): number {
    return this.changes.items.count(resource);
  }

  /** Removes all kept items, and restarts the ids. */
  reset(): void {
    this.changes.forgetAll();
    this.repeated.forgetAll();
  }

  /** The failure if a parent item does not exist. */
  private missingAround({ collection: { resource, around } }: Call): Failure | undefined {
    const { parent } = resource;
    if (parent === undefined || parent.isSingle) return undefined;
    const depth = depthOf(parent);
    const [id] = around.slice(depth);
    const collection = { resource: parent, around: around.slice(0, depth) };
    if (id === undefined || this.changes.items.get(collection, id) !== undefined) return undefined;
    return notKept(`There is nothing with the id "${id}" in ${parent.path}`);
  }

  private outcomeOf(call: Call): Outcome {
    const { role, collection, id, operation, request } = call;
    const { changes } = this;
    switch (role) {
      case 'list': {
        const all = changes.items.list(collection);
        return pageOf(all, operation, asObject(request.input.query), this.loaded);
      }
      case 'read':
        return this.read(call);
      case 'remove':
        return changes.remove(collection, id);
      case 'change':
        return this.change(call);
      case 'create':
      case 'replace': {
        const sent = this.thingIn(call, plainJson(request.input.body ?? {}));
        if (!isJsonObject(sent)) return new NotKept('the body of the request is no object');
        return role === 'create'
          ? this.repeated.create(call, sent)
          : changes.replace(collection, id, sent);
      }
    }
  }

  /** A singleton has the document's value until it is changed. */
  private read({ collection, id }: Call): Outcome {
    const thing = this.changes.items.get(collection, id);
    if (thing !== undefined) return { id, thing, isNew: false };
    return collection.resource.isSingle ? undefined : notKept(`There is none with the id "${id}"`);
  }

  private change(call: Call): Outcome {
    const { collection, id, request } = call;
    const decoded = this.thingIn(call, plainJson(request.input.body));
    const sent = this.thingIn(call, request.sentJson());
    if (typeof decoded !== 'object') return new NotKept('the body of the request is no patch');
    const first = collection.resource.isSingle
      ? this.shownFirst(collection.resource, request)
      : undefined;
    return this.changes.change(collection, id, { decoded, sent }, first);
  }

  private shownFirst({ operations, shape }: KeptResource, { wishes }: AcceptedRequest): JsonObject {
    const read = operations.find(({ role }) => role === 'read');
    const silent = { ...wishes, preferences: {}, onWarning: () => undefined };
    const response = read && this.stateless.response(read.operation.operationId, silent);
    const body = response instanceof Failure ? undefined : response?.body;
    return asObject(valueAt(body, childPointer('', ...shape.within)));
  }

  private thingIn({ collection: { resource } }: Call, body: unknown): unknown {
    const members = membersOf(this.loaded, partAt(this.loaded, resource.shape.pointer));
    return unwrap(body, [...members.keys()]);
  }

  private given(
    call: Call,
    outcome: Change | Page<JsonObject>,
    preferred: ChosenResponse | undefined,
  ): GivenResponse | undefined {
    const { compiled, collection, request } = call;
    const { resource } = collection;
    const { wishes } = request;
    if (preferred !== undefined)
      wishes.onApplied(`${wishes.preferences.code?.name ?? 'code'}=${preferred.status}`);
    const isList = 'items' in outcome;
    const chosen = preferred ?? successOf(compiled, !isList && outcome.isNew);
    if (chosen === undefined) return undefined;
    if (!isList) {
      return {
        chosen,
        bodyFor: (pointer) => this.bodies.ofThing(resource, outcome.thing, pointer),
        headers: { location: locationsOf(call, outcome.id), etag: [entityTag(outcome.thing)] },
      };
    }
    for (const name of outcome.ignored.filter((each) => isSent(request, each)))
      wishes.onWarning(`"${name}" selects nothing of what is kept`);
    const { total } = outcome;
    return {
      chosen,
      bodyFor: (pointer) => this.bodies.ofList(resource, outcome, pointer),
      headers: {
        'x-total-count': [total],
        'x-total': [total],
        link: [`<${request.path}>; rel="self"`],
      },
    };
  }
}

/** A different one for each state of an item. @see https://www.rfc-editor.org/rfc/rfc9110#section-8.8.1 */
function entityTag(thing: JsonObject): string {
  return `"${createHash('sha256').update(canonicalText(thing)).digest('hex').slice(0, 16)}"`;
}

/**
 * The part of a decoded body that can be kept: JSON values, including bigints. Files are left out, and values of the
 * service's own formats become texts again.
 */
function plainJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => plainJson(item) ?? null);
  if (!isJsonObject(value)) return typeof value === 'function' ? undefined : value;
  if (typeof value.toJSON === 'function') return plainJson(JSON.parse(JSON.stringify(value)));
  if (!isPlainObject(value)) return undefined;
  const members = Object.entries(value).map(([name, member]) => [name, plainJson(member)] as const);
  return Object.fromEntries(members.filter(([, member]) => member !== undefined));
}

function isPlainObject(object: JsonObject): boolean {
  const prototype: unknown = Object.getPrototypeOf(object);
  return prototype === null || prototype === Object.prototype;
}

/**
 * The item in a request: its body, or the only member of an envelope, such as `{ "pet": { ... } }`.
 * @param names of the members of such items
 */
function unwrap(body: unknown, names: readonly string[]): unknown {
  if (!isJsonObject(body)) return body;
  const [[name, inner] = [], ...others] = Object.entries(body);
  const isEnvelope =
    others.length === 0 && isJsonObject(inner) && names.length > 0 && !names.includes(name ?? '');
  return isEnvelope ? inner : body;
}
