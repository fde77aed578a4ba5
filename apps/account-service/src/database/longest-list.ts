/**
 * How many rows a list without pages answers at most. The wire contract gives such lists no pages, and a list of a whole
 * project would otherwise be as long as the project is large.
 */
export const longestList = 10_000
