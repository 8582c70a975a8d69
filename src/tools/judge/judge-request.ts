import {
  type CompiledOperation,
  decoded,
  type Failure,
  type FailureKind,
  failureKinds,
  isJson,
  JSON_MEDIA_TYPE,
  parseMediaType,
  type RequestFault,
} from 'openapi-trellis/tools';
import type { OperationRequest } from '../samples';
import { hasUnlisted } from '../schema';
import { BOUNDS, type Operation, withoutHierarchies } from '../document';
import { matchTemplate } from '../resources';
import type { Credentials } from './credentials';
import { bodyReadings, MALFORMED, parameterReadings } from './readings';
import { type JudgedDocument, refusesEach } from './second-validator';
import { headerValues, type Judgement } from './exchange';
import { JudgingService } from './judging-service';
import { reasons } from './no-verdicts';
import { type OpenQuestion, openQuestions, reasonOf } from './open-questions';
import { holdsMember, otherWayMembers, withoutMembers } from './directional-document';
import { type SentBody, type SentParameter, sentRequest, type SentRequest } from './sent-request';

/**
 * Determines the answer that the document requires to a request as it is sent. The contract layer decides. If the
 * decision depends on schemas, a second validator must agree, for each way in which the request may be read.
 */
export class RequestJudge {
  private constructor(
    private readonly document: JudgedDocument,
    private readonly service: JudgingService,
    private readonly operations: ReadonlyMap<
      string,
      { readonly operation: Operation; readonly compiled: CompiledOperation }
    >,
  ) {}

  /** @param credentials credentials known to the service under test, as far as they were given */
  static async of(document: JudgedDocument, credentials: Credentials): Promise<RequestJudge> {
    const { contract, operations } = document.loaded;
    const described = contract.operations.flatMap((compiled) => {
      const operation = operations.find((each) => each.operationId === compiled.operationId);
      return operation ? [[compiled.operationId, { compiled, operation }] as const] : [];
    });
    const service = await JudgingService.of(document.loaded, credentials);
    return new RequestJudge(document, service, new Map(described));
  }

  async judge(request: OperationRequest): Promise<Judgement> {
    const { operationId = '', input, failure } = await this.service.decide(request);
    const described = this.operations.get(operationId);
    if (described === undefined) {
      if (this.isLeftOut(request)) return open(reasons.leftOut);
      return failure ? withoutOperation(failure, request) : open(reasons.undescribed);
    }
    const { operation, compiled } = described;
    const sent = sentRequest(this.document.loaded, operation, compiled, request);
    // A failure after acceptance is the response of this judge, not a fault of the request.
    if (input !== undefined)
      return (await this.doubtOfAcceptance(sent)) ?? { expected: 'acceptance', input };
    if (failure === undefined) return open(reasons.undescribed);
    return (await this.doubtOfRefusal(sent, failure)) ?? refused(failure);
  }

  private isLeftOut({ method, target }: OperationRequest): boolean {
    const [path = ''] = target.split('?');
    return (this.document.leftOut ?? []).some(
      (each) => each.method === method && matchTemplate(each.path, path) !== undefined,
    );
  }

  /** Why a request that the contract layer accepts may be refused. */
  private async doubtOfAcceptance(sent: SentRequest): Promise<Judgement | undefined> {
    const question = openQuestions.find((each) => each.isAskedBy(sent));
    if (question !== undefined) return open(reasonOf(question));
    const { body, parameters } = sent;
    if (body !== undefined) {
      if (this.hasReadOnly(body)) return open(reasons.readOnly);
      if (!(await this.mayAcceptBody(body))) return open(reasons.disagreement);
      if (this.isUnlisted(body.schema, await bodyReadings(body))) return open(reasons.unlisted);
    }
    for (const parameter of parameters.filter(isSent)) {
      if (!(await this.mayAccept(parameter.schema, parameterReadings(parameter)))) {
        return open(reasons.disagreement);
      }
      if (this.isUnlisted(parameter.schema, parameterReadings(parameter)))
        return open(reasons.unlisted);
      if (await this.isAmbiguous(parameter)) return open(reasons.ambiguous);
    }
    return undefined;
  }

  /** Why a request that the contract layer refuses may be accepted. */
  private async doubtOfRefusal(
    sent: SentRequest,
    { kind, details: { faults = [] } }: Failure,
  ): Promise<Judgement | undefined> {
    if (kind === failureKinds.invalidCredentials && hasUnusualBearer(sent))
      return open(reasons.unusualBearer);
    if (BY_CREDENTIALS.includes(kind))
      return this.isOverTls(sent) ? open(reasons.undescribed) : undefined;
    // A number out of bounds is so in every reading.
    const isByBounds =
      faults.length > 0 && faults.every(({ keyword }) => BOUNDS.some((each) => each === keyword));
    const question = openQuestions.find(
      (each) => mayBeAccepted(each, isByBounds) && each.isAskedBy(sent),
    );
    if (question !== undefined) return open(reasonOf(question));
    if (kind === failureKinds.missingBody) return undefined;
    if (kind === failureKinds.unsupportedMediaType) return doubtOfMediaType(sent);
    if (!BY_CONTENT.includes(kind)) return open(reasons.undescribed);
    // One certain fault suffices: the service must refuse the request, whatever the other faults.
    for (const fault of faults) if (await this.isCertain(sent, fault)) return undefined;
    return open(reasons.disagreement);
  }

  private async isCertain(
    sent: SentRequest,
    { in: location, name }: RequestFault,
  ): Promise<boolean> {
    if (location === 'body') return sent.body !== undefined && this.isCertainlyWrong(sent.body);
    const parameter = sent.parameters.find(
      ({ compiled }) => compiled.in === location && compiled.name === name,
    );
    // The document says that it describes the whole query.
    if (parameter === undefined) return name !== undefined && sent.undeclared.includes(name);
    const { compiled, texts } = parameter;
    if (!isSent(parameter)) return compiled.required && compiled.in !== 'path';
    // An empty value may count as absent.
    if (!compiled.required && texts.length > 0 && !texts.some(Boolean)) return false;
    const readings = parameterReadings(parameter);
    return readings !== undefined && !(await this.isAccepted(parameter.schema, readings));
  }

  private async isCertainlyWrong(body: SentBody): Promise<boolean> {
    const readings = await bodyReadings(body);
    if (readings === MALFORMED) return true;
    if (readings === undefined || body.schema === undefined) return false;
    const names = this.readOnlyNames(body.schema);
    // Read-only properties may be ignored, so they alone do not make a request certainly wrong.
    const all = readings.flatMap((value) => [value, withoutMembers(value, names)]);
    return !(await this.isAccepted(body.schema, all));
  }

  private async isAccepted(schema: string, readings: readonly unknown[]): Promise<boolean> {
    const { second, loaded } = this.document;
    const isPlain = withoutHierarchies(loaded.resolver) === loaded.resolver;
    const uses = isPlain ? (['request'] as const) : (['request', 'plain request'] as const);
    for (const value of readings) {
      for (const use of uses) if ((await second.accepts(schema, use, value)) === true) return true;
    }
    return false;
  }

  /** True if a reading belongs to a base schema, and to none of its children. */
  private isUnlisted(
    schema: string | undefined,
    readings: Awaited<ReturnType<typeof bodyReadings>>,
  ): boolean {
    if (schema === undefined || readings === undefined || readings === MALFORMED) return false;
    const { resolver } = this.document.loaded;
    return readings.some((value) => hasUnlisted(resolver, schema, 'request', value));
  }

  /** False if the second validator refuses each of the readings. */
  private async mayAccept(
    schema: string,
    readings: readonly unknown[] | undefined,
  ): Promise<boolean> {
    if (readings === undefined) return false;
    return !(await refusesEach(this.document.second, schema, 'request', readings));
  }

  private async mayAcceptBody(body: SentBody): Promise<boolean> {
    if (body.schema === undefined) return true;
    const readings = await bodyReadings(body);
    if (readings === undefined) return body.mediaType === 'application/octet-stream';
    return readings !== MALFORMED && this.mayAccept(body.schema, readings);
  }

  /** True if reading the text as one of the admitted types gives an invalid value. */
  private async isAmbiguous({ schema, types, texts }: SentParameter): Promise<boolean> {
    const [text, ...others] = texts;
    if (text === undefined || others.length > 0) return false;
    const value = decoded(text);
    const isAdmitted = (...some: readonly string[]): boolean =>
      types.length === 0 || types.some((type) => some.includes(type));
    const values: unknown[] = isAdmitted('string') ? [value] : [];
    if (isAdmitted('integer', 'number') && /^-?\d+(?:\.\d+)?$/.test(value)) {
      values.push(Number(value));
    }
    if (isAdmitted('boolean') && /^(?:true|false)$/.test(value)) values.push(value === 'true');
    if (values.length < 2) return false;
    const taken = await Promise.all(
      values.map((each) => this.document.second.accepts(schema, 'request', each)),
    );
    return taken.includes(false);
  }

  /** @see https://json-schema.org/draft/2020-12/json-schema-validation#section-9.4 */
  private hasReadOnly({ schema, mediaType, text }: SentBody): boolean {
    if (schema === undefined) return false;
    const names = this.readOnlyNames(schema);
    if (isJson(mediaType)) return names.size > 0 && holdsMember(JSON.parse(text), names);
    return [...names].some((name) => text.includes(name));
  }

  private readOnlyNames(schema: string): ReadonlySet<string> {
    return otherWayMembers(this.document.loaded, schema, 'request');
  }

  /** True if the operation may require a client certificate, which no request shows. */
  private isOverTls({ operation }: SentRequest): boolean {
    const { securitySchemes } = this.document.loaded.contract;
    const names = operation.security.flatMap((requirement) => Object.keys(requirement));
    return names.some((name) => securitySchemes[name]?.type === 'mutualTLS');
  }
}

const BY_CREDENTIALS: readonly FailureKind[] = [
  failureKinds.missingCredentials,
  failureKinds.invalidCredentials,
  failureKinds.forbidden,
];

function mayBeAccepted({ alsoInvalid }: OpenQuestion, isByBounds: boolean): boolean {
  return alsoInvalid === true || (alsoInvalid === 'but by bounds' && !isByBounds);
}

const BY_CONTENT: readonly FailureKind[] = [
  failureKinds.malformedBody,
  failureKinds.invalidBody,
  failureKinds.invalidParameter,
];

function open(reason: string): Judgement {
  return { expected: 'open', reason };
}

function refused({ kind, message, details: { faults = [] } }: Failure): Judgement {
  return { expected: 'refusal', kind, message, faults };
}

/** Methods that a service may answer on every path, whatever its document says. */
const EVERYWHERE = ['OPTIONS', 'HEAD', 'TRACE', 'CONNECT'];

/** The document does not say that other paths do not exist. */
function withoutOperation(failure: Failure, { method }: OperationRequest): Judgement {
  const isCertain = failure.kind === failureKinds.methodNotAllowed && !EVERYWHERE.includes(method);
  return isCertain ? refused(failure) : open(reasons.undescribed);
}

/** A service that accepts JSON may also accept it under a more specific media type or an old one. */
function doubtOfMediaType({ body, compiled }: SentRequest): Judgement | undefined {
  const documented = Object.keys(compiled.requestBody?.content ?? {});
  const takesJson = documented.some((each) => parseMediaType(each)?.essence === JSON_MEDIA_TYPE);
  const isCalledOtherwise = body?.mediaType.endsWith('json') === true || body?.mediaType === '';
  return takesJson && isCalledOtherwise ? open(reasons.disagreement) : undefined;
}

/** @see https://www.rfc-editor.org/rfc/rfc6750#section-2.1 */
const BEARER_TOKEN = /^bearer +[\w\-.~+/]+=*$/i;

/** True for a token that a service may know, although RFC 6750 does not allow its characters. */
function hasUnusualBearer({ request }: SentRequest): boolean {
  return headerValues(request, 'authorization').some(
    (value) => /^bearer +./i.test(value) && !BEARER_TOKEN.test(value),
  );
}

function isSent({ texts, members }: SentParameter): boolean {
  return texts.length > 0 || members.length > 0;
}
