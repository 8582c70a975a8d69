/** Findings of the tools, and their output formats. */

export { type Finding, type Place, placeText } from './finding';
export { githubAnnotation } from './github';
export { html, Markup, lines } from './html';
export { junitReport, type JunitCase, type JunitSuite } from './junit';
export { codeSpan, escapeMarkdown, markdownTable, markdownLink } from './markdown';
export { sarifLog } from './sarif';
