// Additions of the site to a document: ▶ under code that runs in a page, and drawings that follow its theme.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { placeOf } from './places.js';

const ATTRIBUTE = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };
const escaped = (text) => text.replace(/[&<"]/g, (sign) => ATTRIBUTE[sign]);

const IMPORTS = /^import .*;$/gm;

/** Adds ▶ to runnable code, with the imports of the blocks above it, which hold for the whole page. */
export function runnableBlocks(md) {
  const asBefore = md.renderer.rules.fence;
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const code = asBefore(tokens, index, options, env, self);
    const { info, content } = tokens[index];
    if (!/^(js|ts)\b/.test(info)) return code;
    // These pages show declarations, and parts of sources to change.
    if (/^(reference|decisions|contributing)/.test(env.relativePath)) return code;
    env.importsAbove ??= '';
    const elsewhere = placeOf(content);
    const above = env.importsAbove;
    if (elsewhere === undefined) for (const [line] of content.matchAll(IMPORTS)) env.importsAbove += `${line}\n`;
    const place = elsewhere === undefined ? '' : ` elsewhere="${escaped(elsewhere)}"`;
    return `${code}<RunSnippet code="${escaped(content)}" above="${escaped(above)}"${place} />`;
  };
}

/** Inlines a drawing into the page, because a chosen theme does not reach an `<img>`. */
export function inlineDrawings(md) {
  const asBefore = md.renderer.rules.image;
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const source = tokens[index].attrGet('src');
    if (!source.endsWith('.svg')) return asBefore(tokens, index, options, env, self);
    const drawing = readFileSync(join(dirname(env.realPath ?? env.path), decodeURI(source)), 'utf8').replace(
      /<style>[^]*?<\/style>/,
      '',
    );
    return `<span class="drawing" v-pre>${drawing}</span>`;
  };
}

/** Removes comments, which are for the writers of the documents; the documents contain no raw HTML. */
export function withoutComments(md) {
  md.core.ruler.before('normalize', 'without-comments', (state) => {
    state.src = state.src.replace(/^<!--.*-->$/gm, '');
  });
}
