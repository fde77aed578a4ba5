import { Button, Callout, formatDuration, formatPosition } from '@parley/ui'
import { Mic, Square, Upload } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { useNow } from '../shell/hooks/use-now.ts'
import { PlayButton } from './play-button.tsx'
import { type AudioProblem, type PreparedAudio, prepareAudio } from './prepare-audio.ts'
import { useRecorder } from './use-recorder.ts'

interface AudioFieldProps {
  label: string
  value: PreparedAudio | null
  error: ReactNode
  onChange: (audio: PreparedAudio) => void
}

/** Records audio with the microphone, or reads it from a file. */
export function AudioField({ label, value, error, onChange }: AudioFieldProps) {
  const { t } = useLanguage()
  const labelId = useId()
  const [problem, setProblem] = useState<AudioProblem | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  async function prepare(file: Blob): Promise<void> {
    setIsPreparing(true)
    const prepared = await prepareAudio(file)
    setIsPreparing(false)
    setProblem('problem' in prepared ? prepared.problem : null)
    if (!('problem' in prepared)) onChange(prepared)
  }
  const recorder = useRecorder((audio) => void prepare(audio))
  const { state } = recorder

  return (
    <fieldset aria-labelledby={labelId} className="grid gap-2">
      <span id={labelId} className="text-small font-medium">
        {label}
      </span>
      <div className="flex flex-wrap items-center gap-2">
        {state.phase === 'recording' ? (
          <>
            <Button icon={Square} onClick={recorder.stop}>
              {t('announcements.stop-recording')}
            </Button>
            <Elapsed sinceMs={state.startedAt} />
          </>
        ) : (
          <>
            <Button icon={Mic} state={state.phase === 'opening' ? 'busy' : 'idle'} onClick={recorder.start}>
              {t('announcements.record')}
            </Button>
            <FileButton isBusy={isPreparing} onChosen={(file) => void prepare(file)} />
          </>
        )}
      </div>
      {value && state.phase !== 'recording' && (
        <Preview key={value.audio} {...value} onError={() => setProblem('not-understood')} />
      )}
      <p className="text-small text-ink-soft">{t('announcements.audio-hint')}</p>
      <div role="alert" className="grid gap-2 empty:hidden">
        {state.phase === 'blocked' && <Callout tone="danger" title={t(`microphone.${state.cause}`)} />}
        {problem && <Callout tone="danger" title={t(`announcements.${problem}`)} />}
        {error && !problem && <Callout tone="danger" title={error} />}
      </div>
    </fieldset>
  )
}

function FileButton({ isBusy, onChosen }: { isBusy: boolean; onChosen: (file: File) => void }) {
  const { t } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={Upload} state={isBusy ? 'busy' : 'idle'} onClick={() => input.current?.click()}>
        {t('announcements.choose-file')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="audio/wav,audio/mpeg,.wav,.mp3"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again.
          target.value = ''
          if (file) onChosen(file)
        }}
      />
    </>
  )
}

function Preview({ audio, durationMs, onError }: PreparedAudio & { onError: () => void }) {
  return (
    <div className="flex items-center gap-3">
      <PlayButton load={() => Promise.resolve(audio)} onError={onError} />
      <span className="text-ink-soft">{formatDuration(durationMs)}</span>
    </div>
  )
}

function Elapsed({ sinceMs }: { sinceMs: number }) {
  const now = useNow()
  return <span className="tabular-nums">{formatPosition(now - sinceMs)}</span>
}
