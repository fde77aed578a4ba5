import { Button } from '@parley/ui'
import { useMemo, useState } from 'react'
import { useLanguage } from '../../../../i18n/language.tsx'
import type { SavedContent } from '../prompt-content.ts'
import { type ComparedLine, compareTexts, type LinePart } from './compare-texts.ts'
import { describeFields } from './describe-fields.ts'
import { foldLines } from './fold-lines.ts'

interface ComparisonViewProps {
  before: SavedContent
  after: SavedContent
}

/** The difference between two contents of the prompt. */
export function ComparisonView({ before, after }: ComparisonViewProps) {
  const language = useLanguage()
  const { t } = language
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <Comparison title={t('prompt.text')} before={before.text} after={after.text} />
      <Comparison
        title={t('prompt.fields')}
        before={describeFields(before.outputFields, language)}
        after={describeFields(after.outputFields, language)}
      />
    </div>
  )
}

/** Rows that are rendered before “Show more” is pressed. */
const rowsPerPage = 300

interface ComparisonProps {
  title: string
  before: string
  after: string
}

function Comparison({ title, before, after }: ComparisonProps) {
  const { t, plural } = useLanguage()
  const lines = useMemo(() => compareTexts(before, after), [before, after])
  const count = (kind: ComparedLine['kind']) => lines.filter((line) => line.kind === kind).length
  const [removed, added] = [count('removed'), count('added')]
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3>{title}</h3>
      <p className="text-small text-ink-soft">
        {removed + added === 0
          ? t('prompt.no-difference')
          : [
              removed > 0 && plural('prompt.lines-removed', removed),
              added > 0 && plural('prompt.lines-added', added),
            ]
              .filter(Boolean)
              .join(', ')}
      </p>
      {removed + added > 0 && <ComparedLines key={`${before}\0${after}`} lines={lines} />}
    </section>
  )
}

function ComparedLines({ lines }: { lines: readonly ComparedLine[] }) {
  const { t, plural } = useLanguage()
  const [unfolded, setUnfolded] = useState<readonly number[]>([])
  const [maxRows, setMaxRows] = useState(rowsPerPage)
  const rows = useMemo(() => foldLines(lines, unfolded), [lines, unfolded])
  return (
    <>
      <ol className="overflow-hidden rounded-control border border-line bg-raised font-mono text-small leading-6">
        {rows.slice(0, maxRows).map((row) =>
          row.kind === 'line' ? (
            <Line key={row.index} line={row.line} />
          ) : (
            <li key={row.index} className="bg-sunken px-1.5">
              <Button
                size="small"
                variant="quiet"
                className="font-sans"
                onClick={() => setUnfolded([...unfolded, row.index])}
              >
                {plural('prompt.lines-folded', row.count)}
              </Button>
            </li>
          ),
        )}
      </ol>
      {rows.length > maxRows && (
        <div>
          <Button size="small" onClick={() => setMaxRows(maxRows + rowsPerPage)}>
            {t('common.more')}
          </Button>
        </div>
      )}
    </>
  )
}

const looks = {
  same: { sign: '', ground: '' },
  removed: { sign: '−', ground: 'bg-danger-soft' },
  added: { sign: '+', ground: 'bg-positive-soft' },
} as const

/** A line of a comparison: a sign and a word for screen readers mark a change, and changed words are underlined or crossed out. */
function Line({ line: { kind, parts } }: { line: ComparedLine }) {
  const { t } = useLanguage()
  const { sign, ground } = looks[kind]
  return (
    <li className={`flex min-h-6 gap-2 px-2.5 ${ground}`}>
      <span aria-hidden className="w-3 shrink-0 text-center font-semibold select-none">
        {sign}
      </span>
      {kind !== 'same' && <span className="sr-only">{t(`prompt.line-${kind}`)}</span>}
      <span className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        {parts.map((part, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A part has no identity but its position.
          <Part key={index} kind={kind} part={part} />
        ))}
      </span>
    </li>
  )
}

function Part({ kind, part: { text, isChanged } }: { kind: ComparedLine['kind']; part: LinePart }) {
  if (!isChanged) return text
  return kind === 'removed' ? (
    <del className="font-semibold decoration-2">{text}</del>
  ) : (
    <ins className="font-semibold underline decoration-2 underline-offset-2">{text}</ins>
  )
}
