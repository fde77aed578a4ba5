/**
 * Maximum number of rows of an unpaginated list. The wire contract does not paginate such lists, and the list
 * of a whole project would otherwise be unbounded.
 */
export const maxListRows = 10_000
