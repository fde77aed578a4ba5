/** Quieter sound is noise. */
const floorDecibels = -54

/** Returns the height of the bar of a peak, 0 to 1, linear in decibels: a quiet voice is hardly seen otherwise. */
export function toBarHeight(peak: number): number {
  if (peak <= 0) return 0
  const decibels = 20 * Math.log10(Math.min(1, peak))
  return Math.max(0, 1 - decibels / floorDecibels)
}
