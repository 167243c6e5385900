// Text and Markdown → paragraphs: separated by blank lines, headings kept with what follows, code blocks kept whole. Pure.

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const HEADING = /^\s{0,3}#{1,6}(\s|$)/;
const UNDERLINE = /^\s{0,3}(=+|-+)\s*$/;
const SEPARATOR = /^[\s*_=-]*$/;

export function readParagraphs(text: string): string[] {
  const paragraphs: string[] = [];
  let headings: string[] = [];
  for (const block of blocks(text.replace(/\r\n?/g, '\n'))) {
    if (SEPARATOR.test(block)) continue;
    if (isHeading(block)) {
      headings.push(block);
      continue;
    }
    paragraphs.push([...headings, block].join('\n\n'));
    headings = [];
  }
  if (headings.length > 0) paragraphs.push(headings.join('\n\n'));
  return paragraphs;
}

function blocks(text: string): string[] {
  const found: string[] = [];
  let lines: string[] = [];
  let fence = '';
  for (const line of text.split('\n')) {
    const marker = FENCE.exec(line)?.[1] ?? '';
    if (fence === '') fence = marker;
    else if (marker.startsWith(fence)) fence = '';
    if (line.trim() !== '' || fence !== '') {
      lines.push(line);
    } else if (lines.length > 0) {
      found.push(lines.join('\n'));
      lines = [];
    }
  }
  if (lines.length > 0) found.push(lines.join('\n').trimEnd());
  return found;
}

function isHeading(block: string): boolean {
  const lines = block.split('\n');
  return lines.every((line) => HEADING.test(line)) || (lines.length === 2 && UNDERLINE.test(lines[1] ?? ''));
}
