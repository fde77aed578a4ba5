const maxLength = 300

/** Returns the beginning of a response, as JSON of PostgreSQL can have it. */
export function toExcerpt(text: string): string {
  return text.slice(0, maxLength).replaceAll('\0', '').toWellFormed()
}
