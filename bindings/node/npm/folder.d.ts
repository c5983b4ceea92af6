/** The documents of a project in a folder, by their paths; what `new Workshop(...)` takes. */
export function documentsOf(root: string): Record<string, string>;
