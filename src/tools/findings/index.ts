/** Findings of the tools, and their output formats. */

export { type Finding, type Place, placeText } from './finding';
export { githubAnnotation } from './github';
export { html, lines, Markup } from './html';
export { type JunitCase, junitReport, type JunitSuite } from './junit';
export { codeSpan, escapeMarkdown, markdownLink, markdownTable } from './markdown';
export { sarifLog } from './sarif';
