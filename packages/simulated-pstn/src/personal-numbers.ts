/** The first twenty numbers of the short range are test numbers. */
const firstShortNumber = 20
const shortNumberCount = 100 - firstShortNumber
const firstAreaCode = 201
const lastAreaCode = 989
const numbersPerArea = 100

/** Area codes that end in 11 are service codes. */
const areaCodes = Array.from(
  { length: lastAreaCode - firstAreaCode + 1 },
  (_, index) => firstAreaCode + index,
).filter((area) => area % 100 !== 11)

/** How many personal numbers there are. */
export const personalNumberCount = shortNumberCount + areaCodes.length * numbersPerArea

/** Returns the personal number at an index from 0; null when the index is out of range. */
export function personalNumberAt(index: number): string | null {
  if (!Number.isInteger(index) || index < 0 || index >= personalNumberCount) return null
  if (index < shortNumberCount) return `+155501${padTwoDigits(firstShortNumber + index)}`
  const beyond = index - shortNumberCount
  return `+1${areaCodes[Math.floor(beyond / numbersPerArea)]}55501${padTwoDigits(beyond % numbersPerArea)}`
}

/** The inverse of {@link personalNumberAt}; null for any other number. */
export function indexOfPersonalNumber(number: string): number | null {
  const parts = /^\+1(\d{3})?55501(\d{2})$/.exec(number)
  if (!parts) return null
  const [, area, last] = parts
  if (area === undefined) return Number(last) < firstShortNumber ? null : Number(last) - firstShortNumber
  const areaIndex = areaCodes.indexOf(Number(area))
  return areaIndex < 0 ? null : shortNumberCount + areaIndex * numbersPerArea + Number(last)
}

function padTwoDigits(value: number): string {
  return String(value).padStart(2, '0')
}
