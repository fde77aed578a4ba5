import type { SelectOption } from '@parley/ui'

/** Returns the time zones of the browser, which may name the current one differently. */
export function listTimeZones(current: string): SelectOption[] {
  const names = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])
  return [...names].sort().map((value) => ({ value, label: value.replaceAll('_', ' ') }))
}
