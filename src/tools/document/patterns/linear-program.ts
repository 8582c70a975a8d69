import { getOrMake } from '../get-or-make';
import type { AST } from '@eslint-community/regexpp';
import {
  CONDITIONS,
  type Instruction,
  type LinearProgram,
  lookCondition,
  type LookProgram,
  MAX_LOOKS,
} from 'openapi-trellis/tools';
import type { ParsedPattern } from './parse-pattern';

/** Each step of a match may visit all instructions, so large programs are slow too. */
const MAX_INSTRUCTIONS = 3_000;

/**
 * Compiles a regular expression to an automaton.
 *
 * @returns undefined for syntax that no automaton matches, such as back-references, and where it would be too large
 */
export function linearProgram({ flags, root }: ParsedPattern): LinearProgram | undefined {
  try {
    const characters = new Map<string, number>();
    const looks: LookProgram[] = [];
    const main = new InstructionWriter(characters, looks, false).program(root.alternatives);
    return { flags, characters: [...characters.keys()], looks, main };
  } catch (error) {
    if (error instanceof NoProgram) return undefined;
    throw error;
  }
}

class NoProgram extends Error {}

class InstructionWriter {
  private readonly instructions: Instruction[] = [];

  /**
   * @param characters indexes of one-character expressions
   * @param backward true to read texts from their end
   */
  constructor(
    private readonly characters: Map<string, number>,
    private readonly looks: LookProgram[],
    private readonly backward: boolean,
  ) {}

  program(alternatives: readonly AST.Alternative[]): Instruction[] {
    this.choice(alternatives);
    this.add(['match']);
    return this.instructions;
  }

  private write(node: AST.Element): void {
    switch (node.type) {
      case 'Character':
      case 'CharacterSet':
      case 'CharacterClass':
        this.add(['character', this.indexOf(node.raw)]);
        return;
      case 'Group':
        if (node.modifiers !== null) throw new NoProgram();
        this.choice(node.alternatives);
        return;
      case 'CapturingGroup':
        this.choice(node.alternatives);
        return;
      case 'Quantifier':
        this.repeat(node);
        return;
      case 'Assertion':
        this.add(['if', this.condition(node)]);
        return;
      case 'Backreference':
      case 'ExpressionCharacterClass':
        throw new NoProgram();
    }
  }

  private indexOf(character: string): number {
    return getOrMake(this.characters, character, () => this.characters.size);
  }

  private choice(alternatives: readonly AST.Alternative[]): void {
    const fork = alternatives.length > 1 ? this.add(['fork']) : undefined;
    const ends = alternatives.map(({ elements }) => {
      if (fork !== undefined) this.extend(fork, this.next);
      for (const each of this.backward ? elements.toReversed() : elements) this.write(each);
      return fork === undefined ? undefined : this.add(['fork']);
    });
    for (const end of ends) if (end !== undefined) this.extend(end, this.next);
  }

  private repeat({ element: body, min, max }: AST.Quantifier): void {
    for (let count = 0; count < min; count++) this.write(body);
    const forks: number[] = [];
    if (max === Infinity) {
      const start = this.add(['fork']);
      this.extend(start, this.next);
      this.write(body);
      this.add(['fork', start]);
      forks.push(start);
    } else {
      for (let count = min; count < max; count++) {
        const fork = this.add(['fork']);
        this.extend(fork, this.next);
        this.write(body);
        forks.push(fork);
      }
    }
    for (const fork of forks) this.extend(fork, this.next);
  }

  private condition(node: AST.Assertion): number {
    switch (node.kind) {
      case 'start':
      case 'end':
        return CONDITIONS[node.kind];
      case 'word':
        return CONDITIONS[node.negate ? 'no boundary' : 'boundary'];
      default: {
        const ahead = node.kind === 'lookahead';
        const writer = new InstructionWriter(this.characters, this.looks, ahead);
        const instructions = writer.program(node.alternatives);
        if (this.looks.length >= MAX_LOOKS) throw new NoProgram();
        return lookCondition(this.looks.push({ ahead, instructions }) - 1, node.negate);
      }
    }
  }

  private get next(): number {
    return this.instructions.length;
  }

  private add(instruction: Instruction): number {
    if (this.next >= MAX_INSTRUCTIONS) throw new NoProgram();
    return this.instructions.push(instruction) - 1;
  }

  private extend(fork: number, to: number): void {
    const [name, ...rest] = this.instructions[fork] ?? ['fork'];
    if (name === 'fork') this.instructions[fork] = [name, ...rest, to];
  }
}
