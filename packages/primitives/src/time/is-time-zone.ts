/** Returns whether the runtime knows a time zone, an IANA name such as `Europe/Berlin`. */
export function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}
