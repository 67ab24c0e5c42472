/** Images that models commonly take. */
export const IMAGE_TYPES: readonly string[] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/** For the file chooser. */
export const ACCEPTED = [...IMAGE_TYPES, "text/*", ".md", ".json", ".csv", ".log", ".yaml", ".yml"].join(",");
