import { IconButton, SearchInput } from '@parley/ui'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'

interface TranscriptSearchProps {
  search: string
  onSearch: (search: string) => void
  count: number
  /** Of the current match, from 0. */
  position: number
  onMove: (step: 1 | -1) => void
}

/** Searches the lines. Enter moves to the next match, and Shift and Enter to the previous one. */
export function TranscriptSearch({ search, onSearch, count, position, onMove }: TranscriptSearchProps) {
  const { t } = useLanguage()
  const isSearching = search.trim() !== ''
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4.5 py-2.5">
      <div className="min-w-40 flex-1">
        <SearchInput
          aria-label={t('transcript.search')}
          placeholder={t('transcript.search')}
          maxLength={200}
          value={search}
          onChange={({ target }) => onSearch(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || count === 0) return
            event.preventDefault()
            onMove(event.shiftKey ? -1 : 1)
          }}
        />
      </div>
      <span role="status" className="text-small text-ink-soft tabular-nums">
        {isSearching &&
          (count === 0
            ? t('transcript.search-none')
            : t('transcript.search-at', { position: position + 1, count }))}
      </span>
      {isSearching && count > 0 && (
        <span className="flex">
          <IconButton
            icon={ChevronUp}
            size="small"
            label={t('transcript.previous')}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="small"
            label={t('transcript.next')}
            onClick={() => onMove(1)}
          />
        </span>
      )}
    </div>
  )
}
