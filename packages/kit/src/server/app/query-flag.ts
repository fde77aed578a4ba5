/** Returns a flag as it is written in a query. */
export function toFlag(flag: boolean | undefined): 'true' | 'false' | undefined {
  if (flag === undefined) return undefined
  return flag ? 'true' : 'false'
}
