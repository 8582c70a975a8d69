import { visibleLine, visibleText } from '../cli';
import { repositoryPath } from './repository-path';

/** A remark on a line of a file, which GitHub shows next to the change. */
interface Annotation {
  readonly level: 'error' | 'warning';
  readonly file: string;
  readonly line?: number | undefined;
  readonly title: string;
  readonly message: string;
}

/** @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
export function githubAnnotation({ level, file, line, title, message }: Annotation): string {
  const properties = { file: repositoryPath(file), ...(line !== undefined && { line }), title };
  const list = Object.entries(properties).map(
    ([name, value]) => `${name}=${escapeProperty(visibleLine(String(value)))}`,
  );
  return `::${level} ${list.join(',')}::${escapeData(visibleText(message))}\n`;
}

function escapeData(value: string): string {
  return value.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(value: string): string {
  return escapeData(value).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
