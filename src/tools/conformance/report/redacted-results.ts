import type { Redaction } from '../../judge';
import type { Results } from '../results';

/** Results without credentials. */
export function redactedResults(redaction: Redaction, results: Results): Results {
  const { findings, notices, noVerdicts, url } = results;
  return {
    ...results,
    url: redaction.url(url),
    notices: notices.map((notice) => redaction.text(notice)),
    noVerdicts: noVerdicts.map((each) => ({
      ...each,
      cases: each.cases.map((tried) => ({
        ...tried,
        title: redaction.text(tried.title),
        target: redaction.target(tried.target),
      })),
    })),
    findings: findings.map((finding) => ({
      ...finding,
      message: redaction.text(finding.message),
      ...(finding.others && { others: finding.others.map((each) => redaction.text(each)) }),
      exchanges: finding.exchanges.map((each) => redaction.exchange(each)),
    })),
  };
}
