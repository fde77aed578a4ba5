import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notesDraft } from './notes-draft.ts'

const saveDelayMs = 800

export interface NotesOptions {
  callId: string
  /** The notes when the call was opened. Later edits here take precedence. */
  initial: string
  /**
   * @param signal - Aborts the request when newer notes are saved: repeated later, it would overwrite them.
   */
  onSave: (notes: string, signal: AbortSignal) => Promise<void>
}

interface Notes {
  readonly notes: string
  readonly state: 'untouched' | 'saved' | 'writing' | 'failed'
  readonly write: (notes: string) => void
}

/**
 * The notes of a call. They are saved when typing pauses, when the page is hidden and when the component
 * unmounts. Input that was left over from a reload is saved immediately.
 */
export function useNotes({ callId, initial, onSave }: NotesOptions): Notes {
  const [draft] = useState(() => notesDraft.read(callId))
  const [notes, setNotes] = useState(draft ?? initial)
  const [state, setState] = useState<Notes['state']>('untouched')
  const pendingSave = useRef<{ notes: string; timer: ReturnType<typeof setTimeout> } | null>(null)
  const lastSave = useRef<AbortController | null>(null)

  const save = async (text: string) => {
    clearTimeout(pendingSave.current?.timer)
    pendingSave.current = null
    lastSave.current?.abort()
    const currentSave = new AbortController()
    lastSave.current = currentSave
    await onSave(text, currentSave.signal).then(
      () => {
        if (notesDraft.read(callId) === text) notesDraft.remove(callId)
        setState((now) => (pendingSave.current ? now : 'saved'))
      },
      () => {
        if (!currentSave.signal.aborted) setState('failed')
      },
    )
  }
  const saveNow = useEffectEvent((text: string) => void save(text))
  useEffect(() => {
    const flush = () => {
      if (pendingSave.current) saveNow(pendingSave.current.notes)
    }
    if (draft !== null) saveNow(draft)
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [draft])

  return {
    notes,
    state,
    write(next) {
      setNotes(next)
      setState('writing')
      notesDraft.save(callId, next)
      clearTimeout(pendingSave.current?.timer)
      pendingSave.current = { notes: next, timer: setTimeout(() => void save(next), saveDelayMs) }
    },
  }
}
