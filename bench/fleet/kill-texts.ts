// What an owner that is killed writes, one text after the other.
export const textOfKill = (turn: number): string => `Text ${turn} before the kill`;
