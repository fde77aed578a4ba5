import { useStore } from '@parley/kit-react'
import { CommandDialog, type CommandGroup, type CommandRow, Kbd } from '@parley/ui'
import { useEffect, useState } from 'react'
import { useDialling } from '../dial/use-dialling.ts'
import { useMatches } from '../dial/use-matches.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'
import { useMediaQuery } from '../shell/hooks/use-media-query.ts'
import { commandPalette, hasCommandKey } from './palette-store.ts'
import { useCallRows, useRecentRows } from './use-call-rows.tsx'
import { useDebounced } from './use-debounced.ts'
import { useDoRows } from './use-do-rows.tsx'
import { useGoRows } from './use-go-rows.tsx'
import { useOpenRows } from './use-open-rows.tsx'
import { usePaletteShortcut } from './use-palette-shortcut.ts'

const searchDelayMs = 150

interface CommandPaletteProps {
  /** Called when the user opens a page or an item, which a large call would cover. */
  onOpenPage: () => void
  /** Called when the user opens a tool of the call, which a call of one line does not show. */
  onShowTool: () => void
}

/**
 * Finds by name everything that the user may call, open, do and go to. It opens over any page with Ctrl K. Nothing is
 * called before the user has selected a row that says so.
 */
export function CommandPalette(props: CommandPaletteProps) {
  const isOpen = useStore(commandPalette) === 'open'
  const isCovered = useIsCovered()
  usePaletteShortcut(isCovered)
  // The user must see who calls.
  useEffect(() => {
    if (isCovered) commandPalette.set('closed')
  }, [isCovered])
  // Another phone begins with a closed palette.
  useEffect(() => () => commandPalette.set('closed'), [])
  return isOpen ? <OpenPalette {...props} /> : null
}

/** Returns whether an incoming call lies over the page: a narrow page has no space beside it, unless a call has a panel. */
function useIsCovered(): boolean {
  const { incoming, localCalls } = useStore(usePhone().callManager)
  const hasPlace = useMediaQuery('(min-width: 1024px)')
  return incoming.some(({ isAnswering }) => !isAnswering) && localCalls.length === 0 && !hasPlace
}

function OpenPalette(props: CommandPaletteProps) {
  const { t, plural } = useLanguage()
  const explain = useExplainError()
  const [input, setInput] = useState('')
  const { groups, isPending, error } = useGroups(input.trim(), props)
  const isSearch = input.trim() !== ''
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  const hasFound = groups.some(({ rows }) => rows.some(({ id }) => id !== 'new-contact'))
  const nothingFound = isSearch && !isPending && !hasFound && !error

  return (
    <CommandDialog
      isOpen
      onClose={() => commandPalette.set('closed')}
      title={t('palette.title')}
      placeholder={t('palette.placeholder')}
      closeLabel={t('common.close')}
      escapeLabel={t('shortcuts.key-escape')}
      resultsLabel={t('palette.results')}
      input={input}
      onInput={setInput}
      groups={groups}
      // Results of an earlier input, and the rows that are shown without any, must not be called by mistake.
      preselectedId={isSearch && !isPending ? findBest(groups) : null}
      state={isPending ? 'busy' : 'idle'}
      message={
        error ? (
          <span role="alert" className="text-danger">
            {explain(error).sentence}
          </span>
        ) : nothingFound ? (
          t('palette.nothing', { typed: input.trim() })
        ) : isPending && !hasFound ? (
          t('palette.searching')
        ) : undefined
      }
      status={isPending ? t('palette.searching') : plural('palette.count', count)}
      hints={<Hints />}
    />
  )
}

/** The rows for an input by group. Without an input: the latest calls, and everything that needs no search. */
function useGroups(input: string, { onOpenPage, onShowTool }: CommandPaletteProps) {
  const { t } = useLanguage()
  const dialling = useDialling()
  const search = useDebounced(input, searchDelayMs)
  const matches = useMatches(search)
  const recent = useRecentRows()
  const openable = useOpenRows(search, matches)
  const actions = useDoRows(input, onShowTool)
  const pages = useGoRows(input)
  const showPage = (action: () => void) => () => {
    onOpenPage()
    action()
  }
  const showsPage = (row: CommandRow): CommandRow => ({ ...row, run: showPage(row.run) })
  const calls = useCallRows(input, matches, search)
  const callable = calls.rows.map((row) => ({
    ...row,
    runAlternative: row.runAlternative && showPage(row.runAlternative),
  }))
  const call = dialling.buttonLabel(null)
  const doGroup: CommandGroup = {
    id: 'do',
    title: t('palette.do'),
    rows: actions.rows.map((row) => (row.id === 'new-contact' ? showsPage(row) : row)),
  }
  const groups: CommandGroup[] = [
    ...(actions.isNamed ? [doGroup] : []),
    input === ''
      ? { id: 'recent', title: `${call}: ${t('dial.recent-calls')}`, rows: recent }
      : { id: 'call', title: call, rows: callable },
    { id: 'open', title: t('palette.open'), rows: input === '' ? [] : openable.rows.map(showsPage) },
    ...(actions.isNamed ? [] : [doGroup]),
    { id: 'go', title: t('palette.go'), rows: pages.map(showsPage) },
  ]
  return {
    groups,
    isPending: input !== search || matches.isPending || openable.isPending || calls.isPending,
    error: input === '' ? null : (matches.error ?? openable.error),
  }
}

/** Returns the id of the first row that can be run. A contact is added only when nothing else was found. */
function findBest(groups: readonly CommandGroup[]): string | null {
  const rows = groups.flatMap((group) => group.rows).filter(({ disabledReason }) => !disabledReason)
  return (rows.find(({ id }) => id !== 'new-contact') ?? rows[0])?.id ?? null
}

function Hints() {
  const { t } = useLanguage()
  return (
    <>
      <span className="flex items-center gap-1.5">
        <Kbd>↑</Kbd>
        <Kbd>↓</Kbd>
        {t('palette.choose')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>↵</Kbd>
        {t('palette.run')}
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>{hasCommandKey() ? '⌘' : t('shortcuts.key-ctrl')}</Kbd>
        <Kbd>↵</Kbd>
        {t('palette.open-instead')}
      </span>
    </>
  )
}
