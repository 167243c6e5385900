// Prettier's TypeScript for assembly/. A decorator in front of a function is AssemblyScript but not TypeScript: the parser
// gets it as a comment, and the printer turns it back.
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
