// Frame of all pictures of docs/pictures: paper, colours, type and number format. Each picture follows light and dark
// by itself, like an image in a README, and uses system fonts only.
import { readFileSync } from 'node:fs';
import { root } from '../environment.mjs';

export const docs = (name) => readFileSync(`${root}docs/${name}`, 'utf8');

export const WIDTH = 830;
export const LEFT = 24;
export const RIGHT = WIDTH - 24;

const STYLE = `
text{font:14px Inter,system-ui,-apple-system,'Segoe UI',Roboto,'PingFang SC','Microsoft YaHei','Noto Sans CJK SC',sans-serif;fill:#0f1215}
.title{font-size:20px}.quiet{fill:#5a6268}.end{text-anchor:end}.middle{text-anchor:middle}
.paper{fill:#fbfaf6}.sunken{fill:#f0ede4}.line{stroke:#b9b3a3;fill:none}.grid{stroke:#dcd8cc;fill:none}
.sent{fill:#0d7f6c}.kept{fill:#8a9caa}.arc{stroke:#d9601a;fill:none;stroke-width:2}.spot{fill:#d9601a}
.ours{stroke:#0d7f6c;fill:none;stroke-width:3}.whole{stroke:#5a6268;fill:none;stroke-width:2}.cut{stroke:#b3372f;fill:none;stroke-width:2;stroke-dasharray:6 4}
.dot-ours{fill:#0d7f6c}.dot{fill:#8a9caa}.t-ours{fill:#0a6a5a}.t-cut{fill:#b3372f}.t-arc{fill:#a53f05}
@media (prefers-color-scheme:dark){text{fill:#eceae3}.quiet{fill:#a0aab1}.paper{fill:#0f1215}.sunken{fill:#191f24}
.line{stroke:#4c555c}.grid{stroke:#2c343a}.sent,.dot-ours{fill:#2fb597}.kept,.dot{fill:#6d8497}.arc{stroke:#f28a48}.spot{fill:#f28a48}
.ours{stroke:#2fb597}.whole{stroke:#a0aab1}.cut{stroke:#f0857c}.t-ours{fill:#46c6aa}.t-cut{fill:#f0857c}.t-arc{fill:#ffab78}}`;

/**
 * @param label description of the picture in a sentence
 * @param style styles of this picture alone
 */
export const picture = (height, label, body, style = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(label)}">
<style>${STYLE}${style}
</style>
<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>
${body.join('\n')}
</svg>
`;

const escaped = (said) =>
  said.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]);

export const at = (number) => String(Math.round(number * 10) / 10);

export const text = (x, y, said, name = '') =>
  `<text${name && ` class="${name}"`} x="${at(x)}" y="${at(y)}">${escaped(said)}</text>`;

/** Formats tokens in thousands, or in Chinese in ten thousands. */
export const tokensIn = (language) => (tokens) =>
  language === 'zh' ? `${at(tokens / 10_000)} 万` : `${Math.round(tokens / 1000)}k`;
