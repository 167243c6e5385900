// Texts that an owner writes, in order, until it is killed.
export const textOfKill = (turn: number): string => `Text ${turn} before the kill`;
