/** More would keep the process busy for many milliseconds while they are serialized. */
const maxPageCharacters = 256 * 1024

/**
 * Returns the first items: at most `limit`, and fewer when they are long, but one at least.
 *
 * @param measure returns the length of the parts of an item that can be long, in characters.
 */
export function limitPage<Item>(
  items: readonly Item[],
  limit: number,
  measure: (item: Item) => number,
): Item[] {
  let characters = 0
  const end = items.findIndex((item) => {
    characters += measure(item)
    return characters > maxPageCharacters
  })
  return items.slice(0, Math.min(limit, end < 0 ? limit : Math.max(1, end)))
}
