// Targets of links in documents: files of the package, and headings.
import { dirname, join } from 'node:path';

/** Documents by their paths from the root of the package. */
export type Documents = ReadonlyMap<string, string>;

const withoutBlocks = (text: string): string => text.replace(/```[\s\S]*?```/g, '');

/** Paths that a document links to, from the root of the package; addresses of other sites are left out. */
export function linkedFrom(documents: Documents, document: string): string[] {
  const text = withoutBlocks(documents.get(document) ?? '').replace(/`[^`\n]*`/g, '');
  return Array.from(text.matchAll(/\]\(([^)\s]+)\)/g), ([, link]) => link ?? '')
    .filter((link) => !/^(https?:|#)/.test(link))
    .map((link) => join(dirname(document), link.replace(/#.*/, '')).replace(/\/$/, ''));
}

/** Links to files that `has` does not know, each after its document. */
export const deadLinks = (documents: Documents, has: (path: string) => boolean): string[] =>
  [...documents.keys()].flatMap((document) =>
    linkedFrom(documents, document)
      .filter((path) => !has(path))
      .map((path) => `${document} → ${path}`),
  );

/** Links to headings that their page has not. */
export const deadHeadings = (documents: Documents): string[] =>
  [...documents].flatMap(([document, text]) =>
    Array.from(
      withoutBlocks(text).matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g),
      ([, page, anchor = '']) => ({ target: page ? join(dirname(document), page) : document, anchor }),
    )
      .filter(({ target, anchor }) => !anchorsOf(documents.get(target) ?? '').has(anchor))
      .map(({ target, anchor }) => `${document} → ${target}#${anchor}`),
  );

/** Anchors of a page's headings, as GitHub and npm make them. */
function anchorsOf(text: string): ReadonlySet<string> {
  const titles = Array.from(withoutBlocks(text).matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
    title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  );
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
