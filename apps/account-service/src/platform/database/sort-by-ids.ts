/** Returns the records in the order of `ids`, once for each id. Ids without a record are skipped. */
export function sortByIds<Item extends { readonly id: string }>(
  records: readonly Item[],
  ids: readonly string[],
): Item[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
