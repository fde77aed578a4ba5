const deviceKey = 'parley.device'
const callKey = 'parley.call'

/** A new id per page load: a reload is a new handset. */
export function newHandsetId(): string {
  return randomId()
}

/** One id for all tabs of this browser. */
export function getDeviceId(storage: Pick<Storage, 'getItem' | 'setItem'> = localStorage): string {
  const stored = storage.getItem(deviceKey)
  if (stored) return stored
  const created = randomId()
  storage.setItem(deviceKey, created)
  return created
}

/** The ids of the calls in this tab. They survive a reload, but not the closing of the tab. */
export function readTabCallIds(storage: Pick<Storage, 'getItem'> = sessionStorage): string[] {
  return (storage.getItem(callKey) ?? '').split(' ').filter((id) => id !== '')
}

export function storeTabCallIds(
  ids: readonly string[],
  storage: Pick<Storage, 'setItem'> = sessionStorage,
): void {
  storage.setItem(callKey, ids.join(' '))
}

/** Creates a UUID. `crypto.randomUUID` is unavailable on pages served over plain HTTP. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
