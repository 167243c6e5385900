// The path a model gives → the path of the library: prompts and templates name files with their folder in front.

const PREFIX = 'working-memory/';

export const virtualPath = (given: string): string => (given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given);
