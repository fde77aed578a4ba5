/** Returns a tag as it is compared: without regard to case. */
export function toTagKey(tag: string): string {
  return tag.normalize('NFC').toLowerCase()
}

/** Returns each tag once, as it is written first. */
export function listUniqueTags(tags: readonly string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (!byKey.has(toTagKey(tag))) byKey.set(toTagKey(tag), tag)
  return [...byKey.values()]
}
