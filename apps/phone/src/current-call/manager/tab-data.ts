const ownerKey = 'parley.user'
const dataKeys = /^parley\.(call$|note\.)/

/** Removes the calls and the unsaved notes that another user has left in the session storage of this tab. */
export function removeTabDataOfOthers(userId: string, storage: Storage = sessionStorage): void {
  if (storage.getItem(ownerKey) === userId) return
  for (const key of Object.keys(storage)) if (dataKeys.test(key)) storage.removeItem(key)
  storage.setItem(ownerKey, userId)
}
