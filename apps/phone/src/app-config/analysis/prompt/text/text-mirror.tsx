import { memo, type Ref, useMemo } from 'react'
import { splitAtVariables, splitText, type TextPart } from './split-text.ts'

const markStyles = {
  text: '',
  variable: 'rounded-chip bg-accent-soft',
  unknown: 'rounded-chip bg-danger-soft underline decoration-danger decoration-wavy underline-offset-4',
}

/** More lines have no numbers: an element for each of them would delay the next character that is typed. */
const maxNumberedLines = 1_000

interface TextMirrorProps {
  text: string
  /** The element of each line is a child of it. */
  ref: Ref<HTMLDivElement>
}

/**
 * The ground under the text of a text area: the same text, invisible, with line numbers and marked variables. It also
 * gives the text area its height.
 */
export function TextMirror({ text, ref }: TextMirrorProps) {
  const lines = useMemo(() => splitText(text), [text])
  return (
    <div ref={ref} aria-hidden className="text-transparent select-none [counter-reset:line]">
      {lines.length > maxNumberedLines ? (
        // The zero-width space gives an empty last line its height.
        <Parts parts={[...splitAtVariables(text), { text: '\u200b', kind: 'text' }]} />
      ) : (
        lines.map((parts, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A line has no identity but its number.
          <MirrorLine key={index} parts={parts} />
        ))
      )}
    </div>
  )
}

const MirrorLine = memo(
  function MirrorLine({ parts }: { parts: readonly TextPart[] }) {
    return (
      <div className="relative min-h-6 [counter-increment:line] before:absolute before:right-full before:mr-3 before:text-label before:whitespace-nowrap before:leading-6 before:text-ink-soft before:tabular-nums before:content-[counter(line)]">
        <Parts parts={parts} />
      </div>
    )
  },
  (before, after) => JSON.stringify(before.parts) === JSON.stringify(after.parts),
)

function Parts({ parts }: { parts: readonly TextPart[] }) {
  return parts.map(({ kind, text }, index) =>
    kind === 'text' ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: A part has no identity but its position.
      <span key={index} className={markStyles[kind]}>
        {text}
      </span>
    ),
  )
}
