// Prettier's TypeScript for assembly/. A decorator before a function is valid AssemblyScript but not TypeScript: the
// parser sees it as a comment, and the printer restores it.
import * as estree from 'prettier/plugins/estree';
import * as typescript from 'prettier/plugins/typescript';

const DECORATOR = /^@(\w+)$(?=\n(?:export )?function )/gm;
const HIDDEN = /^@\w+$/;

const parser = typescript.parsers.typescript;
const printer = estree.printers.estree;

export const parsers = {
  typescript: {
    ...parser,
    astFormat: 'assemblyscript',
    preprocess: (text) => text.replace(DECORATOR, '/*@$1*/'),
  },
};

export const printers = {
  assemblyscript: {
    ...printer,
    printComment: (path, options) =>
      HIDDEN.test(path.node.value) ? path.node.value : printer.printComment(path, options),
  },
};
