import { serializeJson } from '@parley/server'

/** Maximum size of the items of a list as JSON. */
export const maxListBytes = 32 * 1024 * 1024
/** Maximum size of the items of a page, whose next one the client can request. */
export const maxPageBytes = 8 * 1024 * 1024

interface ListStart<Item> {
  readonly items: Item[]
  /** The first item that exceeds the maximum size of the list, or null when no item does. */
  readonly omitted: Item | null
}

/**
 * Reads the items with the given keys in batches until they exceed `maxBytes`: an owner can store metadata
 * of hundreds of MiB in the rows of one list, which the process would otherwise have in memory together. Returns one
 * item at least, if any exists.
 */
export async function readList<Key, Item>(
  keys: readonly Key[],
  batchSize: number,
  read: (batch: readonly Key[]) => Promise<readonly Item[]>,
  maxBytes = maxListBytes,
): Promise<ListStart<Item>> {
  const items: Item[] = []
  let bytes = 0
  for (let start = 0; start < keys.length; start += batchSize) {
    for (const item of await read(keys.slice(start, start + batchSize))) {
      bytes += Buffer.byteLength(serializeJson(item))
      if (bytes > maxBytes && items.length > 0) return { items, omitted: item }
      items.push(item)
    }
  }
  return { items, omitted: null }
}
