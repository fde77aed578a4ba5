import type { analyses } from '@parley/contract/phone'
import { Badge, formatPosition } from '@parley/ui'
import { Unlink } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'

interface SourceLinksProps {
  sources: analyses.Analysis['statements'][number]['sources']
  onPlay: (ms: number) => void
}

/** The passages on which a text of a model rests, each of which can be played; a mark if there are none. */
export function SourceLinks({ sources, onPlay }: SourceLinksProps) {
  const { t } = useLanguage()
  if (sources.length === 0)
    return (
      <Badge tone="warning" icon={Unlink}>
        {t('analysis.unsupported')}
      </Badge>
    )
  return sources.map(({ startMs }, index) => {
    const time = formatPosition(startMs)
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can begin at the same time.
        key={index}
        type="button"
        className="hit-area mr-2 text-small text-accent tabular-nums underline-offset-2 hover:underline"
        aria-label={t('transcript.play-from', { time })}
        onClick={() => onPlay(startMs)}
      >
        {time}
      </button>
    )
  })
}
