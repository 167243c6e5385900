// What an app gets of an engine's answer.
export { recall as recalled } from '../../src/recall-access.ts';
