// Maps links between documents, which are relative paths as on GitHub, to the addresses of their pages.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { addressOf, ROOT } from './pages.js';

const { repository } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
/** Address of the sources; without it a link to a source becomes plain text. */
const SOURCES = repository?.url.replace(/^git\+/, '').replace(/\.git$/, '');

/** @returns the replacement; undefined where the site has no target for the link */
function addressFrom(document, href) {
  const [target, hash] = href.split('#');
  const path = join(dirname(document), decodeURI(target)).replace(/\/$/, '');
  if (!existsSync(ROOT + path)) throw new Error(`${document} links to ${href}: there is no ${path}.`);
  const address = addressOf(path);
  if (address !== undefined) return `/${address.replace(/(index)?\.md$/, '')}${hash === undefined ? '' : `#${hash}`}`;
  return SOURCES && `${SOURCES}/blob/main/${path}`;
}

export function linksOfTheSite(md) {
  md.core.ruler.push('links-of-the-site', ({ tokens, env }) => {
    const document = relative(ROOT, env.realPath ?? env.path).replaceAll('\\', '/');
    for (const { children } of tokens) {
      const isText = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          const href = token.attrGet('href');
          const isHere = !/^([a-z]+:|#|\/)/.test(href);
          const address = isHere ? addressFrom(document, href) : href;
          if (address) token.attrSet('href', address);
          else [token.tag, token.attrs] = ['span', []];
          isText.push(!address);
        } else if (token.type === 'link_close' && isText.pop()) token.tag = 'span';
      }
    }
  });
}
