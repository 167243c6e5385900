// Reads the recipes of CONTRIBUTING.md: the steps of each in order, and the tests that prove it.

export interface Recipe {
  readonly title: string;
  readonly steps: readonly Step[];
  /** Test files, from the root of the project. */
  readonly proof: readonly string[];
}

export interface Step {
  readonly path: string;
  readonly edits: readonly Edit[];
}

/** `anchor` is the beginning of one line of the file, without its indentation. */
export type Edit =
  | { readonly place: 'before' | 'after'; readonly anchor: string; readonly code: string }
  | { readonly place: 'new file' | 'at the end'; readonly code: string }
  | { readonly place: 'instead'; readonly old: string; readonly code: string };

/** A code span; in double backticks it may hold single ones. */
const SPAN = (name: string): string => `(?:\`\` ?(?<${name}2>.+?) ?\`\`|\`(?<${name}>[^\`]+)\`)`;
const BLOCK = ':\\n\\n```\\w+\\n(?<code>[^]*?)```';
const EDITS = [
  `(?<side>before|after) ${SPAN('anchor')}${BLOCK}`,
  `(?<whole>new file|at the end)[^:\`]*${BLOCK.replace('code', 'body')}`,
  `${SPAN('old')} becomes ${SPAN('next')}`,
].join('|');

export function readRecipes(page: string): Recipe[] {
  const [, recipes = ''] = /\n## Recipes\n([^]*?)(?=\n## |$)/.exec(page) ?? [];
  return recipes
    .split(/^### /m)
    .slice(1)
    .map((recipe) => {
      const [title = '', ...lines] = recipe.split('\n');
      const [steps = '', proof = ''] = lines.join('\n').split(/^Proof: /m);
      return {
        title,
        steps: steps
          .split(/^\d+\. /m)
          .slice(1)
          .map(readStep),
        proof: Array.from(
          proof.split('. ')[0]?.matchAll(/`(test\/[\w/-]+\.test\.ts)`/g) ?? [],
          ([, path = '']) => path,
        ),
      };
    });
}

function readStep(step: string): Step {
  const text = step.replace(/^ {3}/gm, '');
  const [, path = ''] = /^`([^`]+)`/.exec(text) ?? [];
  // Outside code blocks a line break is a space.
  const flowing = text.replace(
    /(```[^]*?```)|([^\n`]`?)\n(?=[^\n])/g,
    (_, code: string, end: string) => code ?? `${end} `,
  );
  const edits = Array.from(flowing.matchAll(new RegExp(EDITS, 'gi')), ({ groups: found = {} }): Edit => {
    const { side, whole, code = '', body = '' } = found;
    if (side !== undefined) {
      const place = side.toLowerCase() as 'before' | 'after';
      return { place, anchor: found['anchor'] ?? found['anchor2'] ?? '', code };
    }
    if (whole !== undefined) return { place: whole.toLowerCase() as 'new file' | 'at the end', code: body };
    return { place: 'instead', old: found['old'] ?? found['old2'] ?? '', code: found['next'] ?? found['next2'] ?? '' };
  });
  return { path, edits };
}
