/** More would keep the process busy for many milliseconds while they are serialized. */
const maxPageCharacters = 256 * 1024

/** Returns the first items: at most `limit`, and fewer when their notes are long, but one at least. */
export function limitPage<Item extends { readonly notes: string }>(
  items: readonly Item[],
  limit: number,
): Item[] {
  let characters = 0
  const end = items.findIndex(({ notes }) => {
    characters += notes.length
    return characters > maxPageCharacters
  })
  return items.slice(0, Math.min(limit, end < 0 ? limit : Math.max(1, end)))
}
