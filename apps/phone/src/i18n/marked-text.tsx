import { markMatches } from './mark-matches.ts'

interface MarkedTextProps {
  text: string
  search: string
  /** The style of the parts that match. */
  className: string
}

/** A text whose parts that match a search are marked. */
export function MarkedText({ text, search, className }: MarkedTextProps) {
  return markMatches(text, search).map((part, index) =>
    part.isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts have no other identity.
      <mark key={index} className={className}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
