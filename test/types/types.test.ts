import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(__dirname, '..', '..');

function errorsOf(files: readonly string[]): string[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.json'), (name) =>
    ts.sys.readFile(name),
  );
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const program = ts.createProgram(
    files.map((file) => path.join(__dirname, file)),
    options,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    return `${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

it.each(['handlers.ts', 'client.ts'])(
  'what must not be done does not compile, and what may be done does: %s',
  (file) => {
    expect(errorsOf([file])).toEqual([]);
  },
);
