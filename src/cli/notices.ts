import { CommandError } from './command-line';
import { describeNotices, type DocumentNotice, type SourceDocument } from '../generate/index';

/** The notices of a document, collected while a command reads it. */
export class Notices {
  private readonly notices: DocumentNotice[] = [];

  constructor(
    private readonly source: SourceDocument,
    private readonly options: { readonly all?: boolean; readonly strict?: boolean } = {},
  ) {}

  readonly report = (notice: DocumentNotice): void => {
    this.notices.push(notice);
  };

  /**
   * Shows them, as lines on standard error.
   *
   * @throws CommandError in place of that, if `strict` and one of them is more than a notice
   */
  show(): void {
    const { notices, source, options } = this;
    if (notices.length === 0) return;
    const text = describeNotices(notices, source, options.all);
    const isSound = notices.every(({ severity }) => severity === 'notice');
    if (options.strict === true && !isSound) throw new CommandError(`${text}\n${STRICT}`);
    process.stderr.write(`${text}\n`);
  }
}

const STRICT =
  'With --strict a document with warnings is refused; correct it, or leave out --strict';
