/**
 * Whether a user who occupies `own` of the `taken` places may take another one of `max`: each place that they have leaves a
 * larger part to users without any, and the last half goes to those alone. A user occupies about the square root of all
 * places, and to occupy all takes more users than half of the places.
 */
export function isWithinShare({
  own,
  taken,
  max,
}: {
  readonly own: number
  readonly taken: number
  readonly max: number
}): boolean {
  return (own + 1) * taken < max
}
