const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns whether `text` is a UUID in the lower-case form of RFC 9562, of any version. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
