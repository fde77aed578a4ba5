import { unwrap } from '@parley/client'
import type { transcripts } from '@parley/contract/phone'
import { formatPosition, getVoice, IconButton, voiceClass } from '@parley/ui'
import { History, Pencil } from 'lucide-react'
import { memo, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { MarkedText } from '../../i18n/marked-text.tsx'
import { usePhone } from '../../phone-context.tsx'
import { CommentForm } from '../details/comment-form.tsx'
import { useChangeCall } from '../details/use-change-call.ts'
import { LineHistory } from './line-history.tsx'

interface TranscriptLineProps {
  callId: string
  line: transcripts.TranscriptLine
  speaker: string
  /** Index of the speaker among the participants; selects the color. */
  voice: number
  search: string
  isCurrent: boolean
  isFound: boolean
  onPlay: (ms: number) => void
}

/** A line of a transcript. A click on its time plays from there. Memoized, because a call can have thousands. */
export const TranscriptLine = memo(function TranscriptLine(props: TranscriptLineProps) {
  const { callId, line, speaker, voice, search, isCurrent, isFound, onPlay } = props
  const { t } = useLanguage()
  const [mode, setMode] = useState<'read' | 'edit' | 'history'>('read')
  const time = formatPosition(line.startMs)
  const look = isCurrent ? 'border-line bg-raised' : isFound ? 'border-accent' : 'border-transparent'

  return (
    <li
      aria-current={isCurrent ? 'true' : undefined}
      className={`group mx-2 grid grid-cols-[6.5rem_minmax(0,1fr)_auto] gap-x-3 rounded-control border px-2.5 py-2 max-sm:grid-cols-[minmax(0,1fr)_auto] ${look}`}
    >
      <span
        className={`flex min-w-0 flex-col items-start max-sm:flex-row max-sm:items-baseline max-sm:gap-2 ${voiceClass[getVoice(voice)]}`}
      >
        <span className="max-w-full truncate text-small font-semibold text-voice" title={speaker}>
          {speaker}
        </span>
        <button
          type="button"
          className="hit-area text-small text-ink-soft tabular-nums underline-offset-2 hover:underline"
          aria-label={t('transcript.play-from', { time })}
          onClick={() => onPlay(line.startMs)}
        >
          {time}
        </button>
      </span>
      <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
        {mode === 'edit' ? (
          <EditLine callId={callId} line={line} onClose={() => setMode('read')} />
        ) : (
          <p className="wrap-anywhere">
            <MarkedText text={line.text} search={search} className="rounded-sm bg-accent-soft text-ink" />
            {line.edited && <span className="ml-2 text-small text-ink-soft">{t('transcript.edited')}</span>}
          </p>
        )}
        {mode === 'history' && <LineHistory callId={callId} lineId={line.id} />}
      </div>
      <span className="flex items-start">
        {line.edited && (
          <IconButton
            icon={History}
            size="small"
            label={t('transcript.history', { time })}
            aria-expanded={mode === 'history'}
            onClick={() => setMode(mode === 'history' ? 'read' : 'history')}
          />
        )}
        {mode !== 'edit' && (
          <IconButton
            icon={Pencil}
            size="small"
            label={t('transcript.edit', { time })}
            onClick={() => setMode('edit')}
          />
        )}
      </span>
    </li>
  )
})

interface EditLineProps extends Pick<TranscriptLineProps, 'callId' | 'line'> {
  onClose: () => void
}

function EditLine({ callId, line, onClose }: EditLineProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  // Of the time when the user began: another user may change it meanwhile.
  const [previousText] = useState(line.text)
  const edit = useChangeCall((text: string) =>
    api('PUT /calls/{call}/transcript/lines/{line}', {
      params: { call: callId, line: line.id },
      body: { text, previousText },
    }).then(unwrap),
  )
  return (
    <CommentForm
      label={t('transcript.edit-text')}
      submitLabel={t('transcript.edit-save')}
      initial={previousText}
      onSubmit={(text) => edit.mutateAsync(text)}
      onClose={onClose}
    />
  )
}
