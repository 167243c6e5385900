export function pairs(names?: readonly string[]): Map<string, string>;
export function outdated(read: (path: string) => string, translations: ReadonlyMap<string, string>): string[];
export function stamped(page: string, original: string, text: string): string;
