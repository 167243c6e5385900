// Colours, type and spacing of the inspector. Four colours mean something: own words, cached, new, remembered.

export const COLOURS = `
:host {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf6, #0f1215);
  --sunken: light-dark(#f3f1ea, #161b1f);
  --line: light-dark(#dcd8cc, #2c343a);
  --ink: light-dark(#0f1215, #eceae3);
  --quiet: light-dark(#5a6268, #a0aab1);
  --own: light-dark(#6a5cd0, #978cec);
  --cached: light-dark(#74889a, #6d8497);
  --fresh: light-dark(#0d7f6c, #2fb597);
  --remembered: light-dark(#d9601a, #f28a48);
  --remembered-ink: light-dark(#a53f05, #ffab78);
  --hidden: light-dark(#b9b3a3, #4c555c);
  --added: light-dark(#dcf3e6, #11332a);
  --removed: light-dark(#fae3de, #3c201c);
  --chosen: light-dark(#e6e9ea, #232c33);
  --size-1: 11px;
  --size-2: 12.5px;
  --size-3: 14px;
  --size-4: 20px;
  --size-5: 30px;
  --sans: Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif;
  --serif: Newsreader, 'Iowan Old Style', Georgia, 'Songti SC', 'Noto Serif CJK SC', serif;
  --mono: 'JetBrains Mono', ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
.frame, .nub { font: var(--size-2)/1.45 var(--sans); color: var(--ink); text-align: start; letter-spacing: normal; }
*, *::before, *::after { box-sizing: border-box; }
h2, h3, p, ul, dl, dd, pre, figure, fieldset { margin: 0; padding: 0; }
ul { list-style: none; }
fieldset { border: 0; min-width: 0; }
h2 { font-size: var(--size-3); font-weight: 600; }
h3 { font-size: var(--size-2); font-weight: 600; }
pre { font: var(--size-1)/1.5 var(--mono); white-space: pre-wrap; overflow-wrap: anywhere; }
button, input, select { font: inherit; color: inherit; }
button, select, input:not([type='range'], [type='checkbox']) {
  min-height: 28px; padding: 0 8px; border: 1px solid var(--line); border-radius: 6px; background: var(--paper);
}
button { cursor: pointer; }
button:hover:not(:disabled) { background: var(--chosen); }
button:disabled { color: var(--quiet); cursor: default; }
button[aria-pressed='true'] { background: var(--chosen); border-color: var(--quiet); }
:focus-visible { outline: 2px solid var(--fresh); outline-offset: 1px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.quiet { color: var(--quiet); }
.mono { font: var(--size-1)/1.45 var(--mono); }
.said { font: var(--size-3)/1.45 var(--serif); white-space: pre-line; overflow-wrap: anywhere; }
.figure { font-size: var(--size-5); line-height: 1.1; font-variant-numeric: tabular-nums; }
.problem { color: var(--remembered-ink); }
`;
