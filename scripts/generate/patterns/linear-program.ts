import {
  CONDITIONS,
  lookCondition,
  MAX_LOOKS,
  type Instruction,
  type LinearProgram,
  type LookProgram,
} from '../../../src/contract/schema/patterns/linear-program';
import type { LookNode, ParsedPattern, PatternNode, RepeatNode } from './parse-pattern';

/** A step of a match goes through all instructions at worst, so that many of them take long too. */
const MAX_INSTRUCTIONS = 3_000;

/**
 * The automaton of a regular expression.
 *
 * @returns undefined where there is none, since a back-reference asks what was matched before, and where
 * it would be too large
 */
export function linearProgram({
  root,
  characters,
  flags,
}: ParsedPattern): LinearProgram | undefined {
  try {
    const looks: LookProgram[] = [];
    const main = new InstructionWriter(looks, false).program(root);
    return { flags, characters, looks, main };
  } catch (error) {
    if (error instanceof NoProgram) return undefined;
    throw error;
  }
}

class NoProgram extends Error {}

class InstructionWriter {
  private readonly instructions: Instruction[] = [];

  /** @param backward to read texts from their end */
  constructor(
    private readonly looks: LookProgram[],
    private readonly backward: boolean,
  ) {}

  program(root: PatternNode): Instruction[] {
    this.write(root);
    this.add(['match']);
    return this.instructions;
  }

  private write(node: PatternNode): void {
    switch (node.kind) {
      case 'character':
        this.add(['character', node.index]);
        return;
      case 'sequence':
        for (const part of this.backward ? node.parts.toReversed() : node.parts) this.write(part);
        return;
      case 'choice':
        this.choice(node.options);
        return;
      case 'repeat':
        this.repeat(node);
        return;
      case 'assertion':
        this.add(['if', CONDITIONS[node.condition]]);
        return;
      case 'look':
        this.add(['if', lookCondition(this.look(node), node.negated)]);
        return;
      case 'reference':
        throw new NoProgram();
    }
  }

  private choice(options: readonly PatternNode[]): void {
    const fork = this.add(['fork']);
    const ends = options.map((option) => {
      this.extend(fork, this.next);
      this.write(option);
      return this.add(['fork']);
    });
    for (const end of ends) this.extend(end, this.next);
  }

  private repeat({ body, min, max }: RepeatNode): void {
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

  /** The index of the look-around. */
  private look({ body, ahead }: LookNode): number {
    const instructions = new InstructionWriter(this.looks, ahead).program(body);
    if (this.looks.length >= MAX_LOOKS) throw new NoProgram();
    return this.looks.push({ ahead, instructions }) - 1;
  }

  private get next(): number {
    return this.instructions.length;
  }

  /** The instruction's index. */
  private add(instruction: Instruction): number {
    if (this.next >= MAX_INSTRUCTIONS) throw new NoProgram();
    return this.instructions.push(instruction) - 1;
  }

  private extend(fork: number, to: number): void {
    this.instructions[fork] = [
      ...(this.instructions[fork] ?? ['fork']),
      to,
    ] as unknown as Instruction;
  }
}
