import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { notesDraft } from './notes-draft.ts'

const saveDelayMs = 800

interface CallNotesProps {
  callId: string
  /** The notes when the call was opened. Later edits here take precedence. */
  initial: string
  onSave: (notes: string) => Promise<void>
  variant?: 'panel' | 'page'
  className?: string
}

/**
 * The notes of a call. Saved automatically when typing pauses and when the page is hidden; unsaved input survives a reload.
 */
export function CallNotes({
  callId,
  initial,
  onSave,
  variant: place = 'panel',
  className = '',
}: CallNotesProps) {
  const { t } = useLanguage()
  const [draft] = useState(() => notesDraft.read(callId))
  const [notes, setNotes] = useState(draft ?? initial)
  const [state, setState] = useState<'untouched' | 'saved' | 'writing' | 'failed'>('untouched')
  const pendingSave = useRef<{ notes: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const save = useRef(onSave)
  save.current = onSave

  const store = async (text: string) => {
    clearTimeout(pendingSave.current?.timer)
    pendingSave.current = null
    await save.current(text).then(
      () => {
        if (notesDraft.read(callId) === text) notesDraft.remove(callId)
        setState((now) => (pendingSave.current ? now : 'saved'))
      },
      () => setState('failed'),
    )
  }
  const write = (next: string) => {
    setNotes(next)
    setState('writing')
    notesDraft.save(callId, next)
    clearTimeout(pendingSave.current?.timer)
    pendingSave.current = { notes: next, timer: setTimeout(() => void store(next), saveDelayMs) }
  }
  const storeNow = useRef(store)
  storeNow.current = store
  // Saves pending input on unmount or page hide, and input left over from a reload immediately.
  useEffect(() => {
    const flush = () => {
      if (pendingSave.current) void storeNow.current(pendingSave.current.notes)
    }
    if (draft !== null) void storeNow.current(draft)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [draft])

  return (
    <label className={`grid min-h-24 flex-1 grid-rows-[auto_1fr] gap-2 ${className}`}>
      <span className="flex items-baseline justify-between">
        {t('live.notes')}
        <span role="status" className="text-label text-ink-soft">
          {state !== 'untouched' && t(`notes.${state}`)}
        </span>
      </span>
      <textarea
        value={notes}
        maxLength={20_000}
        onChange={(event) => write(event.target.value)}
        className={`min-h-14 w-full resize-none rounded-control border border-line-strong px-2.5 py-2 text-control focus-visible:-outline-offset-1 sm:text-small ${place === 'panel' ? 'bg-sunken' : 'bg-raised'}`}
      />
    </label>
  )
}
