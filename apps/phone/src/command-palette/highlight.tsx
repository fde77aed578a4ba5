import { MarkedText } from '../i18n/marked-text.tsx'

/** A text of a row in which the parts that match the input are colored. */
export function Highlight({ text, search }: { text: string; search: string }) {
  return <MarkedText text={text} search={search} className="bg-transparent text-accent" />
}
