export function withoutCommand(document: string, page: string, scripts: Readonly<Record<string, string>>): string[];
