import { useLanguage } from '../../i18n/language.tsx'
import { type NotesOptions, useNotes } from './use-notes.ts'

interface CallNotesProps extends NotesOptions {
  variant?: 'panel' | 'page'
  className?: string
}

/**
 * The notes of a call. Saved automatically when typing pauses and when the page is hidden; unsaved input
 * survives a reload.
 */
export function CallNotes({ variant = 'panel', className = '', ...options }: CallNotesProps) {
  const { t } = useLanguage()
  const { notes, state, write } = useNotes(options)

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
        placeholder={t('notes.readers')}
        onChange={(event) => write(event.target.value)}
        className={`min-h-14 w-full resize-none rounded-control border border-line-strong px-2.5 py-2 text-control focus-visible:-outline-offset-1 sm:text-small ${variant === 'panel' ? 'bg-sunken' : 'bg-raised'}`}
      />
    </label>
  )
}
