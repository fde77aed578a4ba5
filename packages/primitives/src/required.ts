/**
 * Returns `value` when it is neither null nor undefined.
 *
 * @param what - A noun phrase for the message, such as `the conference of a running call`.
 * @throws {Error} When it is missing: an error in the program, never bad input.
 */
export function required<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Missing ${what}.`)
  return value
}
