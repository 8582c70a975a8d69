import { getOrMake } from '../get-or-make';
import {
  type CarefulMatching,
  type CarefulPatterns,
  expressionOf,
  type PatternReading,
} from 'openapi-trellis/tools';
import type { DocumentNotice } from '../model/document-error';
import { asObject } from '../model/json-object';
import { childPointer } from '../model/json-pointer';
import { type SchemaPlace, visitSchemas } from '../model/walk-document';
import { readPattern, type ReadPattern } from './read-pattern';
import { type Growth, growthOf } from './ambiguity';
import { characterSets } from './character-sets';
import { linearProgram } from './linear-program';
import { matchesNothing } from './matches-nothing';
import { parsePattern } from './parse-pattern';
import { positionGraph, type PositionGraph } from './positions';

/** The patterns that need careful matching, and diagnostics for the author. */
interface DocumentPatterns {
  readonly careful: CarefulPatterns;
  readonly notices: readonly DocumentNotice[];
  /** Schemas in `patternProperties` with an unreadable pattern; no property can be assigned to them. */
  readonly unreadable: readonly string[];
}

/** @param places sound outermost schemas */
export function documentPatterns(places: readonly SchemaPlace[]): DocumentPatterns {
  const careful = new Map<string, CarefulPatterns[string]>();
  const found = places.flatMap(patternsIn);
  const unreadable = found.filter(
    ({ pattern, isName }) => isName && readPattern(pattern).kind === 'unreadable',
  );
  const notices = found.flatMap(({ pointer, pattern }): DocumentNotice[] => {
    const read = readPattern(pattern);
    const verdict = examinePattern(pattern);
    const { matching } = verdict;
    if (read.kind !== 'own' || matching !== undefined) {
      careful.set(pattern, {
        ...(read.kind !== 'own' && { reading: read.reading }),
        ...(matching && { matching }),
      });
    }
    const texts = [
      ...(verdict.isDead ? [describeDead(pattern)] : []),
      ...(read.kind === 'own' ? [] : [describeReading(read)]),
      ...(matching === undefined ? [] : [describe(verdict)]),
    ];
    return texts.map((text) => {
      const message = `the pattern ${JSON.stringify(pattern)} ${text}`;
      return { pointer, severity: 'warning', message };
    });
  });
  return {
    careful: Object.fromEntries(careful),
    notices,
    unreadable: unreadable.map(({ pointer }) => pointer),
  };
}

interface PatternPlace {
  readonly pointer: string;
  readonly pattern: string;
  /** True for a key of `patternProperties`. */
  readonly isName: boolean;
}

/** @see https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.2 */
function patternsIn({ schema: outermost, pointer: start }: SchemaPlace): PatternPlace[] {
  const found: PatternPlace[] = [];
  visitSchemas(outermost, start, (schema, pointer) => {
    if (typeof schema.pattern === 'string') {
      const at = childPointer(pointer, 'pattern');
      found.push({ pattern: schema.pattern, pointer: at, isName: false });
    }
    for (const pattern of Object.keys(asObject(schema.patternProperties))) {
      const at = childPointer(pointer, 'patternProperties', pattern);
      found.push({ pattern, pointer: at, isName: true });
    }
  });
  return found;
}

function describeReading({ reading, kind, fault }: ReadPattern): string {
  return kind === 'translated'
    ? `is no regular expression of ECMAScript, and is read as ${String(expressionOf(reading))}; write that`
    : `is no regular expression of ECMAScript (${fault}), so nothing is held to it; write it as one`;
}

/** @see https://tc39.es/ecma262/#sec-patterns */
function describeDead(pattern: string): string {
  const [, inner] = /^\/(.*)\/[a-z]*$/s.exec(pattern) ?? [];
  const remedy = inner === undefined ? 'correct it' : `write ${JSON.stringify(inner)}`;
  return `matches no text, since it has characters before "^" or after "$"; ${remedy}`;
}

/** The rest of a sentence that starts with the pattern: cause, consequence and remedy. */
function describe({ growth, loops, isSearch, matching }: PatternVerdict): string {
  const quoted = loops.map((loop) => JSON.stringify(loop)).join(' and ');
  const done =
    matching === 'timed'
      ? 'a match is given up after 50 ms'
      : 'it is matched by an automaton, which takes some 30 times as long as usual';
  switch (growth) {
    case 'exponential':
      return `may take time that doubles with each character of the text, since ${quoted || 'it'} can take one text in several ways; ${done}; write it so that there is one way, such as "a+" for "(a+)+"`;
    case 'polynomial':
      return isSearch
        ? `may take time that grows with the square of the text, since ${quoted} is looked for from each character on; ${done}; begin it with "^"`
        : `may take time that grows with the square of the text or faster, since ${quoted} can share one text in several ways; ${done}; write it so that the character after a loop is not one that the loop takes`;
    default:
      return `may take long, as far as can be determined; ${done}; write it simpler, without references to groups`;
  }
}

interface PatternVerdict extends Growth {
  /** Undefined where the built-in RegExp is fast enough. */
  readonly matching: CarefulMatching | undefined;
  /** No text matches. */
  readonly isDead: boolean;
}

const UNKNOWN: Growth = { growth: 'unknown', loops: [], isSearch: false };

const verdicts = new Map<string, PatternVerdict>();

/**
 * Analyses how long a pattern takes to match, and chooses how to match it. A pattern that cannot be analysed is matched
 * with care too.
 */
export function examinePattern(pattern: string): PatternVerdict {
  return getOrMake(verdicts, pattern, () => examine(readPattern(pattern).reading));
}

function examine(reading: PatternReading): PatternVerdict {
  try {
    return examineParsed(...reading);
  } catch (error) {
    // Thousands of nested groups overflow the stack.
    if (error instanceof RangeError) return { ...UNKNOWN, matching: 'timed', isDead: false };
    throw error;
  }
}

function examineParsed(pattern: string, flags: string): PatternVerdict {
  const parsed = parsePattern(pattern, flags);
  const graph = parsed && positionGraph(parsed);
  const growth = graph ? growthOf(graph, characterSets(charactersOf(graph), flags)) : UNKNOWN;
  const isDead = parsed !== undefined && !flags.includes('m') && matchesNothing(parsed.root);
  if (growth.growth === 'linear') return { ...growth, matching: undefined, isDead };
  return { ...growth, matching: (parsed && linearProgram(parsed)) ?? 'timed', isDead };
}

function charactersOf({ positions }: PositionGraph): string[] {
  const characters = positions.flatMap(({ character }) => character ?? []);
  return [...new Set(characters)];
}
