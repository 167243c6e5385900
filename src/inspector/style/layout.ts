// Layout of the inspector: it depends on the room of the element, not of the page; a list's columns on the room of the
// list.

export const LAYOUT = `
:host { display: block; container: inspector / inline-size; height: 100%; min-height: 0; }
:host([hidden]) { display: none; }
:host([dock]) { position: fixed; z-index: 2147483000; height: auto; }
:host([dock]:not([open])) { inset: auto 16px 16px auto; container-type: normal; }
:host([dock='bottom'][open]) { inset: auto 0 0 0; height: min(420px, 80vh); border-top: 1px solid var(--line); }
:host([dock='right'][open]) { inset: 0 0 0 auto; width: min(520px, 100vw); border-left: 1px solid var(--line); }
:host([dock='full'][open]) { inset: 0; }
.nub { width: 40px; height: 40px; padding: 8px; border-radius: 20px; display: grid; place-content: center; }
.nub svg { width: 22px; height: 22px; }
.frame { height: 100%; min-height: 0; display: grid; grid-template-rows: auto minmax(0, 1fr); background: var(--paper); }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; padding: 0 12px; border-bottom: 1px solid var(--line); }
.bar h2 { padding: 8px 0; }
.bar .end { margin-left: auto; display: flex; align-items: center; gap: 8px; padding: 4px 0; }
.tabs { display: flex; flex-wrap: wrap; }
.tabs button { min-height: 36px; border: 0; border-radius: 0; border-bottom: 2px solid transparent; background: none; color: var(--quiet); }
.tabs button[aria-selected='true'] { color: var(--ink); border-bottom-color: var(--ink); }
.screen { position: relative; min-height: 0; overflow: auto; display: grid; }
.columns { min-height: 0; display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); grid-template-rows: minmax(0, 1fr); }
.columns > * { min-height: 0; min-width: 0; }
.columns > * + * { border-left: 1px solid var(--line); }
.column { display: grid; grid-template-rows: auto minmax(0, 1fr); min-height: 0; }
.stack { display: flex; flex-direction: column; gap: 12px; padding: 12px; overflow: auto; }
.line { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
.lead { padding: 8px 12px; display: flex; flex-wrap: wrap; align-items: center; gap: 4px 16px; }
.lead label, .line label { display: flex; align-items: center; gap: 8px; }
.lead label span, .line label span { white-space: nowrap; }
.line label, select { min-width: 0; max-width: 100%; }
.lead .grow { flex: 1 1 160px; }
.lead .grow input { width: 100%; }
.rows { container: rows / inline-size; overflow: auto; min-height: 112px; height: 100%; max-height: 100vh; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.rows table { table-layout: fixed; }
thead th { position: sticky; top: 0; z-index: 1; background: var(--paper); height: 28px; font-weight: 400; color: var(--quiet); font-size: var(--size-1); text-align: left; }
th, td { padding: 0 8px; }
td:not([height]) { height: 28px; }
td { border-bottom: 1px solid var(--line); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.gap td { border: 0; padding: 0; }
.picture { width: 112px; }
.wide { width: auto; }
.spare, .extra { width: 112px; }
.brief { width: 80px; }
.number { text-align: right; width: 80px; }
.time { width: 152px; }
.facts td, .facts th { white-space: normal; text-align: left; font-weight: 400; vertical-align: top; padding: 4px 8px 4px 0; height: auto; }
.facts th { color: var(--quiet); width: 40%; border-bottom: 1px solid var(--line); }
.facts thead th { position: static; }
tr[aria-current='true'] td { background: var(--chosen); }
.rows tbody tr:not(.gap) { cursor: pointer; }
button.row { display: block; width: 100%; min-height: 26px; padding: 0; border: 0; background: none; text-align: inherit; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
button.row:hover:not(:disabled) { background: none; }
button.row:focus-visible { outline-offset: -2px; }
svg { display: block; overflow: visible; }
.key { display: flex; flex-wrap: wrap; gap: 4px 12px; font-size: var(--size-1); color: var(--quiet); }
.key li { display: flex; align-items: center; gap: 4px; }
.key svg { width: 10px; height: 10px; }
.own { fill: var(--own); } .cached { fill: var(--cached); } .fresh { fill: var(--fresh); }
.recalled, .leaves { fill: var(--remembered); } .ink { fill: var(--ink); }
.words { fill: var(--fresh); } .neighbours { fill: var(--cached); } .group { fill: var(--hidden); }
.meaning { fill: var(--own); } .when, .keyword { fill: var(--remembered); }
.hatch { stroke: var(--hidden); stroke-width: 3; }
.ground { stroke: var(--ink); stroke-width: 1; }
.pick { fill: none; stroke: var(--ink); stroke-width: 1.5; }
.epoch { stroke: var(--ink); stroke-width: 1; }
.curve { fill: none; stroke: var(--fresh); stroke-width: 1.5; }
.ahead { stroke-dasharray: 3 2; stroke: var(--quiet); }
.now { stroke: var(--line); }
.cut { stroke: var(--remembered); }
.spark { fill: none; stroke: var(--fresh); }
.joined { stroke: var(--remembered); }
.strata { padding: 8px 12px 0; }
.strata > svg { width: 100%; height: 180px; cursor: pointer; }
.strata input { width: 100%; min-height: 24px; margin: 0; accent-color: var(--cached); }
.prompt { display: grid; grid-template-rows: auto auto minmax(200px, 1fr); min-height: 0; }
.diff { border-left: 2px solid transparent; padding-left: 8px; }
.diff.added { background: var(--added); border-color: var(--fresh); }
.diff.removed { background: var(--removed); border-color: var(--remembered); }
.skip { color: var(--quiet); padding-left: 8px; }
.map { width: 100%; height: 100%; min-height: 260px; }
.map circle { cursor: pointer; opacity: 0.8; }
mark { background: none; color: var(--remembered-ink); font-weight: 600; }
.prompt > .columns { grid-template-columns: minmax(0, 2fr) minmax(0, 1fr); }
@container rows (max-width: 640px) {
  .extra, .time { display: none; }
}
@container rows (max-width: 400px) {
  .spare { display: none; }
  .number { width: 72px; }
}
@container inspector (max-width: 720px) {
  .columns, .column, .prompt { display: block; }
  .columns > * + * { border-left: 0; border-top: 1px solid var(--line); }
  .stack { overflow: visible; }
  .rows { height: auto; max-height: 340px; }
  .bar h2 { display: none; }
  .bar .end { margin-left: 0; }
}
`;
