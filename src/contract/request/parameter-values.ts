import type { CompiledContract, CompiledParameter } from '../compiled-contract';
import { requestHeaders } from '../header-names';
import type { HttpRequest } from '../http-message';
import type { PathParameters } from '../routing/router';
import {
  NameValues,
  parseCookies,
  parsePairs,
  parsePlainCookies,
  type NameValue,
} from './serialization/name-values';
import { decodeHeader, decodePercent, isPercentEncoded } from './serialization/percent-encoding';
import { isUnencoded } from './serialization/serialization';
import { isSent, sentTexts, type SentValues } from './serialization/readings';
import { isSeveralTexts, SentNames } from './serialization/sent-names';

/** Where parameters are found. */
export interface ParameterSource {
  readonly request: HttpRequest;
  /** Raw, by the name in the path template. */
  readonly path: PathParameters;
  /** The raw query string. */
  readonly query: string;
}

/**
 * Finds what was sent for each parameter of an operation, still encoded. Query and cookies are split
 * once for all of them. What no parameter takes is ignored.
 *
 * @see https://spec.openapis.org/oas/v3.1.1#parameter-locations
 */
export class ParameterValues {
  private readonly split = new Map<string, SentNames>();

  /** @param parameters all of the operation */
  constructor(
    private readonly contract: CompiledContract,
    private readonly parameters: readonly CompiledParameter[],
    private readonly source: ParameterSource,
  ) {}

  /** @returns undefined when nothing was sent; a fault when its percent-encoding is broken */
  of(parameter: CompiledParameter): SentValues | { readonly fault: string } | undefined {
    const sent = this.find(parameter);
    if (!isSent(sent)) return undefined;
    const isReadable =
      isUnencoded(parameter.in, parameter.serialization) || sentTexts(sent).every(isPercentEncoded);
    return isReadable ? sent : { fault: 'is not percent-encoded UTF-8' };
  }

  private find(parameter: CompiledParameter): SentValues {
    const { name, serialization } = parameter;
    switch (parameter.in) {
      case 'path': {
        const value = this.source.path[name];
        const values = value === undefined ? [] : [value];
        return { values, decode: decodePercent };
      }
      case 'header': {
        const values = this.source.request.headerValues(name.toLowerCase());
        return { values, decode: decodeHeader };
      }
      case 'query':
        return this.names('query', () => parsePairs(this.source.query)).of(parameter);
      case 'cookie': {
        const isList = isSeveralTexts(this.contract.valueTypes, serialization);
        const sent = this.cookies(parameter, isList);
        // A cookie may be set for several paths; the one of the longest comes first.
        return isList ? sent : { ...sent, values: sent.values.slice(0, 1) };
      }
    }
  }

  /**
   * The style table has an ampersand between the pairs of an exploded list or object of the style `form`,
   * cookies have a semicolon; both are taken there.
   */
  private cookies(parameter: CompiledParameter, isList: boolean): SentValues {
    const headers = this.source.request.headerValues(requestHeaders.cookie);
    if (isUnencoded(parameter.in, parameter.serialization)) {
      return this.names('cookie', () => parsePlainCookies(headers), ' plain').of(parameter, String);
    }
    const [separator, kind] = isList ? [/[;&]/, ' lists'] : [/;/, ''];
    return this.names('cookie', () => parseCookies(headers, separator), kind).of(
      parameter,
      decodePercent,
    );
  }

  /** The names of the query or of the cookies, split once for each kind of reading. */
  private names(
    location: 'query' | 'cookie',
    pairs: () => readonly NameValue[],
    kind = '',
  ): SentNames {
    const key = location + kind;
    const known = this.split.get(key);
    if (known !== undefined) return known;
    const { valueTypes, securitySchemes } = this.contract;
    const isKey = (name: string): boolean =>
      Object.values(securitySchemes).some(
        (scheme) => scheme.type === 'apiKey' && scheme.in === location && scheme.name === name,
      );
    const all = this.parameters.filter((parameter) => parameter.in === location);
    const names = new SentNames(valueTypes, new NameValues(pairs()), all, isKey);
    this.split.set(key, names);
    return names;
  }
}
