import { type Change, type Level, shownValue } from '../breaking/change';
import { countText, recordingText } from '../breaking/traffic/recorded';
import type { Comparison } from '../drift-check';
import { codeSpan, escapeMarkdown } from './markdown-text';

const HEADINGS: Readonly<Record<Level, string>> = {
  major: 'Breaking',
  minor: 'New, or more is possible',
  patch: 'Other',
};

/** What changed in the interface, for those who call it: by level, and by operation within. */
export function changelog({ from, to, changes, recorded }: Comparison): string {
  const title = `## The interface, from ${escapeMarkdown(from)} to ${escapeMarkdown(to)}`;
  if (changes.length === 0) return `${title}\n\nNothing changed for clients.`;
  const levels = (['major', 'minor', 'patch'] as const).flatMap((level) => {
    const found = changes.filter((change) => change.level === level);
    return found.length === 0 ? [] : [`### ${HEADINGS[level]}\n\n${operations(found)}`];
  });
  const traffic = recorded === undefined ? [] : [escapeMarkdown(`Of ${recordingText(recorded)}.`)];
  return [title, ...levels, ...traffic].join('\n\n');
}

function operations(changes: readonly Change[]): string {
  const names = [...new Set(changes.map(({ operation }) => operation))];
  return names
    .flatMap((name) => [
      `- ${codeSpan(name)}`,
      ...changes.filter(({ operation }) => operation === name).map((each) => `  - ${entry(each)}`),
    ])
    .join('\n');
}

function entry({ message, witness, recorded }: Change): string {
  const example = witness === undefined ? '' : `, such as ${codeSpan(shownValue(witness.value))}`;
  // Recorded bodies are not for everybody who reads what changed.
  const count = recorded === undefined ? '' : `; ${escapeMarkdown(countText(recorded))}`;
  return `${escapeMarkdown(message)}${example}${count}`;
}
