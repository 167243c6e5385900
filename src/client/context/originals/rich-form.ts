// The functions of devalue in use. A module of its own: `import('devalue')` would put all of it into a bundle of one
// file.
export { parse, stringify } from 'devalue';
