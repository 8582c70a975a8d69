import type { CarefulMatching, PatternReading } from '../../contract';
import { growthOf, type Growth } from './ambiguity';
import { characterSets } from './character-sets';
import { linearProgram } from './linear-program';
import { parsePattern } from './parse-pattern';
import { readPattern } from './read-pattern';
import { positionGraph, type PositionGraph } from './positions';

/** What generation finds out of a pattern. */
export interface PatternVerdict extends Growth {
  /** How texts are matched to it; undefined: as usual, since that is fast. */
  readonly matching: CarefulMatching | undefined;
}

const UNKNOWN: Growth = { growth: 'unknown', loops: [], isSearch: false };

const verdicts = new Map<string, PatternVerdict>();

/**
 * How long texts may take to match to a pattern, and how they are matched therefore. What cannot be found
 * out is matched with care as well.
 */
export function examinePattern(pattern: string): PatternVerdict {
  const known = verdicts.get(pattern) ?? examine(readPattern(pattern).reading);
  verdicts.set(pattern, known);
  return known;
}

function examine(reading: PatternReading): PatternVerdict {
  try {
    return examineParsed(...reading);
  } catch (error) {
    // Groups in thousands of groups use up the stack.
    if (error instanceof RangeError) return { ...UNKNOWN, matching: 'timed' };
    throw error;
  }
}

function examineParsed(pattern: string, flags: string): PatternVerdict {
  const parsed = parsePattern(pattern, flags);
  const graph = parsed && positionGraph(parsed);
  const growth = graph ? growthOf(graph, characterSets(charactersOf(graph), flags)) : UNKNOWN;
  if (growth.growth === 'linear') return { ...growth, matching: undefined };
  return { ...growth, matching: (parsed && linearProgram(parsed)) ?? 'timed' };
}

function charactersOf({ positions }: PositionGraph): string[] {
  const characters = positions.flatMap(({ character }) => character ?? []);
  return [...new Set(characters)];
}
