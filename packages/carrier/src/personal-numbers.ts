/** The first twenty numbers of the short range are test numbers. */
const firstShort = 20
const shortCount = 100 - firstShort
const firstArea = 201
const lastArea = 989
const perArea = 100

/** Area codes that end in 11 are service codes. */
const areas = Array.from({ length: lastArea - firstArea + 1 }, (_, index) => firstArea + index).filter(
  (area) => area % 100 !== 11,
)

/** How many personal numbers there are. */
export const personalNumberCount = shortCount + areas.length * perArea

/** Returns the personal number at an index from 0; null when the index is out of range. */
export function personalNumberAt(index: number): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= personalNumberCount) return null
  if (index < shortCount) return `+155501${twoDigits(firstShort + index)}`
  const beyond = index - shortCount
  return `+1${areas[Math.floor(beyond / perArea)]}55501${twoDigits(beyond % perArea)}`
}

/** The inverse of {@link personalNumberAt}; null for any other number. */
export function indexOfPersonalNumber(number: string): number | null {
  const parts = /^\+1(\d{3})?55501(\d{2})$/.exec(number)
  if (!parts) return null
  const [, area, last] = parts
  if (area === undefined) return Number(last) < firstShort ? null : Number(last) - firstShort
  const areaIndex = areas.indexOf(Number(area))
  return areaIndex < 0 ? null : shortCount + areaIndex * perArea + Number(last)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
