import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const SRC = path.join(__dirname, '..', '..', 'src', 'runtime');

/** The members of interfaces, each named like `service/start-options.ts#Program`, with their comments. */
export function optionsList(...places: readonly string[]): string {
  return places
    .flatMap((place) => membersOf(place))
    .map((member) => `- \`${optionName(member)}\`: ${commentOf(member)}`)
    .join('\n');
}

function membersOf(place: string): readonly ts.TypeElement[] {
  const [file = '', name] = place.split('#');
  const text = readFileSync(path.join(SRC, file), 'utf8');
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = statements
    .filter(ts.isInterfaceDeclaration)
    .find((each) => each.name.text === name);
  if (found === undefined) throw new Error(`There is no interface ${place}`);
  return found.members;
}

function optionName({ name, questionToken }: ts.TypeElement): string {
  return `${name?.getText() ?? ''}${questionToken === undefined ? '' : '?'}`;
}

/** @throws Error where there is no comment */
function commentOf(member: ts.TypeElement): string {
  const [comment] = ts.getJSDocCommentsAndTags(member).filter(ts.isJSDoc);
  const text = ts.getTextOfJSDocComment(comment?.comment);
  if (text === undefined) throw new Error(`The option ${optionName(member)} has no comment`);
  return text.replaceAll(/\s+/g, ' ');
}
