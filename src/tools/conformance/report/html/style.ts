import { Markup } from '../../../findings';

/** Styles for light and dark, narrow and wide pages. Colour alone never carries a meaning. */
export const STYLE = new Markup(`
:root {
  --page: #ffffff; --panel: #f5f7f9; --line: #d3d9e0; --text: #1b2026; --dim: #57606a;
  --kept: #1763b6; --broken: #b0570a; --bad: #b3261e; --good: #1a7040; --on-fill: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101418; --panel: #191f26; --line: #36404b; --text: #e6ebf0; --dim: #a0abb6;
    --kept: #6fb3f7; --broken: #f0a35c; --bad: #ff9188; --good: #62c985; --on-fill: #101418;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body {
  margin: 0 auto; max-width: 76rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 4rem;
  background: var(--page); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
}
h1, h2, h3, h4 { line-height: 1.25; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.5rem, 4.5vw, 2.1rem); }
h2 { margin: 3rem 0 1rem; padding-bottom: .35rem; border-bottom: 1px solid var(--line); font-size: 1.4rem; }
h3 { margin: 1.75rem 0 .75rem; font-size: 1.1rem; }
h4 { margin: 0; font-size: .95rem; }
p { margin: 0 0 .6rem; max-width: 70ch; }
a { color: var(--kept); }
:focus-visible { outline: 3px solid var(--kept); outline-offset: 2px; }
code, pre, .method { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { font-size: .9em; overflow-wrap: anywhere; }
pre {
  margin: 0; padding: .7rem .9rem; overflow: auto; max-height: 26rem; border-radius: 6px;
  background: var(--panel); border: 1px solid var(--line);
  font-size: .82rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere;
}
dl, dd, figure { margin: 0; }
.product { margin: 0; color: var(--dim); font-weight: 600; }
.failed { color: var(--bad); } .passed { color: var(--good); } .warning { color: var(--bad); }
.of { color: var(--dim); }
.facts { display: flex; flex-wrap: wrap; gap: .75rem 2rem; margin: 1.25rem 0; }
.facts dt, .totals dt, .operation dt { color: var(--dim); font-size: .82rem; }
.facts dd { font-size: 1.25rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.totals {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .9rem 1.5rem;
  padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--panel);
}
.totals dt::first-letter, .operation dt::first-letter { text-transform: uppercase; }
.meter { display: block; font-size: .88rem; font-variant-numeric: tabular-nums; }
.meter .bar { display: block; height: .45rem; margin: .2rem 0 .1rem; border: 1px solid var(--line); border-radius: 3px; background: var(--page); overflow: hidden; }
.meter .bar span { display: block; height: 100%; background: var(--kept); }
.meter.broken .bar span { background: var(--broken); }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; margin: 1.25rem 0 0; }
table { border-collapse: collapse; font-size: .88rem; }
caption { text-align: left; color: var(--dim); padding-bottom: .3rem; }
th, td { padding: .35rem .6rem; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { color: var(--dim); font-weight: 600; }
th[scope=row] { font-weight: 400; }
.contents { width: 100%; margin-bottom: 1.5rem; }
.links a { display: inline-block; min-width: 1.5rem; }
article { margin: 0 0 1rem; border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 8px; content-visibility: auto; contain-intrinsic-size: auto 6rem; }
#document article { border-left-color: var(--dim); }
article > details { padding: .9rem 1.1rem; }
summary { cursor: pointer; }
article summary { list-style-position: outside; margin-left: 1.1rem; }

article summary h3 { display: inline; margin: 0; font-size: 1.05rem; }
.number { color: var(--bad); font-variant-numeric: tabular-nums; }
.tags { display: flex; flex-wrap: wrap; gap: .2rem .8rem; margin: .35rem 0; color: var(--dim); font-size: .88rem; }
.check { color: var(--text); font-weight: 600; }
.place, .expected { color: var(--dim); font-size: .9rem; }
.exchanges { padding: 0; margin-block: 1rem; list-style-position: inside; }
article details > :not(summary) { margin-left: 1.1rem; }
@media (max-width: 40rem) { article details > :not(summary) { margin-left: 0; } }
.exchanges:has(> :only-child) { list-style: none; }
.exchanges > li > p { display: inline; font-size: .92rem; }
.exchanges > li + li { margin-top: 1.25rem; }
.messages { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: .75rem; margin: .5rem 0 0; }
figure { min-width: 0; }
figcaption { margin: .5rem 0 .2rem; color: var(--dim); font-size: .82rem; }
.legend { display: flex; flex-wrap: wrap; gap: .4rem 1.4rem; margin: 0 0 .9rem; padding: 0; list-style: none; font-size: .85rem; color: var(--dim); }
.legend li { display: flex; align-items: center; gap: .45rem; }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; max-height: 40rem; }
.matrix { min-width: 100%; }
.matrix thead th { position: sticky; top: 0; z-index: 2; background: var(--panel); }
.matrix tbody th { position: sticky; left: 0; z-index: 1; background: var(--page); overflow-wrap: anywhere; min-width: 11rem; max-width: 24rem; }
.matrix thead th:first-child { left: 0; z-index: 3; }
.matrix td, .matrix thead th:not(:first-child) { text-align: center; padding: .25rem .35rem; }
.matrix tr:last-child > * { border-bottom: 0; }
.status { display: inline-block; min-width: 3rem; padding: .1rem .4rem; border-radius: 4px; border: 1px solid transparent; font-variant-numeric: tabular-nums; text-align: center; }
.status.seen { background: var(--kept); color: var(--on-fill); }
.status.missed { border: 1px dashed var(--dim); color: var(--dim); }
.status.unlisted { border: 2px solid var(--bad); color: var(--bad); font-weight: 600; }
.method { font-size: .82em; font-weight: 600; color: var(--dim); }
.operations { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: .9rem; align-items: start; }
.operation { padding: .8rem .95rem; border: 1px solid var(--line); border-radius: 8px; font-size: .9rem; min-width: 0; content-visibility: auto; contain-intrinsic-size: auto 12rem; }
.operation > p { margin: .1rem 0 .5rem; color: var(--dim); }
.operation dd { display: flex; flex-wrap: wrap; align-items: center; gap: .2rem .7rem; margin: 0 0 .5rem; }
.operation ul { margin: .4rem 0 0; padding-left: 1.2rem; overflow-wrap: anywhere; }
.strip { display: flex; flex-wrap: wrap; gap: 3px; }
.says { color: var(--dim); font-size: .82rem; font-variant-numeric: tabular-nums; }
.tile { display: inline-flex; flex-direction: column; gap: 1px; width: 14px; height: 22px; flex: none; }
.tile i { flex: 1; border: 1.5px solid; border-radius: 2px; }
.kept { border-color: var(--kept) !important; } .kept.yes { background: var(--kept); }
.broken > .bar, i.broken { border-color: var(--broken) !important; } i.broken.yes { background: repeating-linear-gradient(135deg, var(--broken) 0 3px, var(--page) 3px 4px); }
article > details > details { margin-top: .75rem; }
@media print {
  * { print-color-adjust: exact; }
  body { max-width: none; padding: 0; }
  article, .operation, details::details-content { content-visibility: visible; block-size: auto; }
  figure, .operation, tr { break-inside: avoid; }
  pre, .scroll { max-height: none; overflow: visible; }
  .matrix { font-size: .6rem; }
  .matrix thead th, .matrix tbody th { position: static; min-width: 0; }
  .matrix .status { min-width: 0; padding: 0 .15rem; }
}
`);
