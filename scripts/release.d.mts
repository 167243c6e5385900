export type Check = readonly [what: string, command: string, ...args: string[]];
export const CHECKS: readonly Check[];
export function inTheWay(holds: (check: Check) => boolean): string[];
