// Strips `working-memory/` from a model's path: prompts and templates name files with that folder.

const PREFIX = 'working-memory/';

export const virtualPath = (given: string): string => (given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given);
