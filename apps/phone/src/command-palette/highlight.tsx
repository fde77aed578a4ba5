import { findMatch } from '../i18n/fold-text.ts'

/** A text in which what was searched is marked. */
export function Highlight({ text, search }: { text: string; search: string }) {
  const found = findMatch(text, search)
  if (!found) return text
  return (
    <>
      {text.slice(0, found.start)}
      <mark className="bg-transparent text-accent">{text.slice(found.start, found.end)}</mark>
      {text.slice(found.end)}
    </>
  )
}
