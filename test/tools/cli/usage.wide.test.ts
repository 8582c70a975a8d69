import { check } from '../../../src/tools/check/command';
import { conformance } from '../../../src/tools/conformance/command';
import { dev } from '../../../src/tools/dev/command';
import { generate } from '../../../src/tools/generate/command';
import { init } from '../../../src/tools/init/command';
import { mock } from '../../../src/tools/mock/command';
import { scaffold } from '../../../src/tools/scaffold/command';
import { upgrade } from '../../../src/tools/upgrade/command';
import { runInProcess } from '../../support/run-in-process';

const commands = { check, conformance, dev, generate, init, mock, scaffold, upgrade };
type Name = keyof typeof commands;
const NAMES = Object.keys(commands) as Name[];

/** The options that a text of `--help` explains, beside others on the same line. */
const explained = (usage: string): string[] =>
  [...usage.matchAll(/^ {2}--.*$/gm)].flatMap(([line]) => {
    const [heads = ''] = line.slice(2).split(/ {2,}(?!--)/);
    return heads.match(/--[a-z][a-z-]*/g) ?? [];
  });

/** True if the command has the option. It never runs, since the last argument is unknown. */
async function has(name: Name, option: string): Promise<boolean> {
  const { code, stderr } = await runInProcess(commands[name], [option, '--unknown-to-all']);
  expect(code).toBe(2);
  return !stderr.includes(`Unknown option '${option}'`) && !stderr.includes('There is no option');
}

/** Names that options had before are understood, and explained nowhere. */
const FORMER = ['--accepted-changes', '--baseline', '--known', '--out'];

it('--help explains every option that a command has, and no other', async () => {
  const usages = new Map<Name, string[]>();
  for (const name of NAMES) {
    const { code, stdout, stderr } = await runInProcess(commands[name], ['--help']);
    expect([name, code, stderr]).toEqual([name, 0, '']);
    usages.set(name, explained(stdout));
  }
  const all = [...new Set([...usages.values()].flat())];
  expect(all.length).toBeGreaterThan(60);
  for (const name of NAMES) {
    const own = all.filter((option) => !FORMER.includes(option) || name === 'conformance');
    const wanted: string[] = [];
    for (const option of own) if (await has(name, option)) wanted.push(option);
    expect([name, usages.get(name)!.sort()]).toEqual([name, wanted.sort()]);
  }
});
