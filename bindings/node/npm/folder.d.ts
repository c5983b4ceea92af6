/**
 * The documents of a project in a folder, by their paths; what `new Workshop(...)` takes.
 * Throws if one cannot be read: it is larger than 16 MB, or no UTF-8 text.
 */
export function documentsOf(root: string): Record<string, string>;
