export function drawings(): { path: string; text: string }[];
