// The built site: its pages, their links, and a server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const SITE = fileURLToPath(new URL('../../build/site', import.meta.url));

/** Paths of all pages, such as `/ideas/store.html`. */
export const pagesOfTheSite = (): string[] =>
  readdirSync(SITE, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html') && name !== '404.html')
    .map((name) => `/${name.replaceAll('\\', '/')}`)
    .sort();

export const textOf = (page: string): string => readFileSync(join(SITE, page), 'utf8');

/** Values of an attribute, entities resolved. */
export const attributesOf = (html: string, name: string): string[] =>
  Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g')), ([, value = '']) =>
    value.replaceAll('&amp;', '&').replaceAll('&#39;', "'"),
  );

/**
 * Returns a function that names the missing target of a page's link; undefined where it exists, and for other sites.
 */
export const missingIn = (site: string): ((page: string, href: string) => string | undefined) => {
  const anchorsByPage = new Map<string, ReadonlySet<string>>();
  return (page, href) => {
    const { origin, pathname, hash } = new URL(href, `http://site${page}`);
    if (origin !== 'http://site') return undefined;
    const path = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = join(site, decodeURI(/\.\w+$/.test(path) ? path : `${path}.html`));
    if (!existsSync(file)) return `${page} → ${href}`;
    if (hash === '' || !file.endsWith('.html')) return undefined;
    const anchors = anchorsByPage.get(file) ?? new Set(attributesOf(readFileSync(file, 'utf8'), 'id'));
    anchorsByPage.set(file, anchors);
    return anchors.has(decodeURIComponent(hash.slice(1))) ? undefined : `${page} → ${href}`;
  };
};
