// Shapes of the drawings of docs/ideas. Colours are names: a standalone drawing defines them in a style sheet for both
// themes, and a page of the site in its own.

const LIGHT = {
  ink: '#0f1215',
  quiet: '#5a6068',
  line: '#b7bcc2',
  teal: '#cdeae5',
  slate: '#e3e8ee',
  violet: '#e6e0f7',
  amber: '#fbe3b8',
  arc: '#b45309',
};
const DARK = {
  ink: '#eceff2',
  quiet: '#a8b0b8',
  line: '#4b535c',
  teal: '#124a44',
  slate: '#2b333d',
  violet: '#3a2f5c',
  amber: '#5a4012',
  arc: '#f0a040',
};
const WIDTH = 720;

const declared = (colours) =>
  Object.entries(colours)
    .map(([name, value]) => `--drawn-${name}:${value}`)
    .join(';');

const escaped = (text) => String(text).replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);
const colour = (name) => (name === 'none' ? name : `var(--drawn-${name})`);

/** Returns text; `at` is its left end, or its middle or right end by `anchor`. */
export const text = (x, y, said, { size = 13, fill = 'ink', anchor = 'start', weight = 400 } = {}) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${colour(fill)}" text-anchor="${anchor}" font-weight="${weight}">${escaped(said)}</text>`;

export const box = (x, y, width, height, fill, { line = 'line', dash = '' } = {}) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="${colour(fill)}" stroke="${colour(line)}"${dash && ` stroke-dasharray="${dash}"`}/>`;

/** Returns a box with a line of text. */
export const labelled = (x, y, width, height, fill, said, how = {}) =>
  box(x, y, width, height, fill, how) + text(x + 10, y + height / 2 + 4.5, said, how);

export const line = (x1, y1, x2, y2, { stroke = 'line', dash = '', width = 1 } = {}) =>
  `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour(stroke)}" stroke-width="${width}"${dash && ` stroke-dasharray="${dash}"`}/>`;

/** Draws an arrow, bent by `bend` to the left of its direction; only remembering uses this colour. */
export function arrow(x1, y1, x2, y2, { bend = 0, stroke = 'arc' } = {}) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const length = Math.hypot(dx, dy);
  const round = (value) => Math.round(value * 10) / 10;
  const [cx, cy] = [(x1 + x2) / 2 + (dy / length) * bend, (y1 + y2) / 2 - (dx / length) * bend];
  const angle = Math.atan2(y2 - cy, x2 - cx);
  const wing = (turn) => `${round(x2 - 8 * Math.cos(angle + turn))} ${round(y2 - 8 * Math.sin(angle + turn))}`;
  return `<path d="M${x1} ${y1}Q${round(cx)} ${round(cy)} ${x2} ${y2}M${wing(0.5)}L${x2} ${y2}L${wing(-0.5)}" fill="none" stroke="${colour(stroke)}" stroke-width="1.8"/>`;
}

/** Returns the whole file. `title` describes the drawing in a sentence. */
export const drawing = (title, height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}" font-family="system-ui, 'PingFang SC', 'Microsoft YaHei', sans-serif"><style>:root{${declared(LIGHT)}}@media(prefers-color-scheme:dark){:root{${declared(DARK)}}}</style>${parts.flat(9).join('')}</svg>\n`;
