export function pictures(): Readonly<Record<string, string>>;
