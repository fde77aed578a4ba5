import { Dialog as Primitive } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react'
import type { CommandGroup, CommandRow } from './command-group.ts'
import { CommandInput } from './command-input.tsx'
import { CommandList } from './command-list.tsx'
import { isFocusLost, useReturnFocus } from './return-focus.ts'
import { Scrim } from './scrim.tsx'

interface CommandDialogProps {
  isOpen: boolean
  onClose: () => void
  /** The name of the dialog and of its input. */
  title: string
  placeholder: string
  closeLabel: string
  escapeLabel: string
  resultsLabel: string
  input: string
  onInput: (input: string) => void
  groups: readonly CommandGroup[]
  /**
   * The id of the row that Enter runs before the user has selected one with the arrow keys; null while there is none.
   * The first one for an input is used, until the input changes.
   */
  preselectedId: string | null
  state: 'idle' | 'busy'
  /** Shown above the rows: an error, or that nothing was found. */
  message?: ReactNode
  /** Announced when it changes. */
  status: string
  /** Keyboard hints, shown on wide screens. */
  hints: ReactNode
}

/** A modal search over everything that can be done: a combobox whose rows are chosen with the arrow keys and Enter. */
export function CommandDialog(props: CommandDialogProps) {
  const returnFocus = useReturnFocus()
  return (
    <Primitive.Root open={props.isOpen} onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Scrim />
        <Primitive.Content
          data-command-dialog
          aria-describedby={undefined}
          onOpenAutoFocus={returnFocus.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            // The chosen row may have opened something that has the focus.
            if (isFocusLost()) returnFocus.onCloseAutoFocus(event)
            else event.preventDefault()
          }}
          className="fixed z-50 flex flex-col overflow-hidden border border-line bg-raised shadow-float motion-safe:data-[state=open]:animate-enter max-sm:inset-x-0 max-sm:top-0 max-sm:max-h-[75dvh] max-sm:rounded-b-sheet sm:top-[min(5rem,10dvh)] sm:left-1/2 sm:max-h-[min(37rem,80dvh)] sm:w-[min(38rem,calc(100vw-2rem))] sm:-translate-x-1/2 sm:rounded-card"
        >
          <Primitive.Title className="sr-only">{props.title}</Primitive.Title>
          <Contents {...props} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Is created each time the dialog opens, so that no row is selected then. */
function Contents(props: CommandDialogProps) {
  const listId = useId()
  const rows = props.groups.flatMap((group) => group.rows)
  const { active, select, unselect } = useActiveRow(rows, props.preselectedId)
  const activeIndex = active ? rows.indexOf(active) : -1
  const activeId = active ? `${listId}-${activeIndex}` : undefined

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const run = (row: CommandRow, action: (() => void) | undefined) => {
    if (row.disabledReason || !action) return
    props.onClose()
    action()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter then accepts the composed word.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      const from = activeIndex === -1 && step === -1 ? 0 : activeIndex
      select(rows[(from + step + rows.length) % rows.length])
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    // A key that is held down must not choose: it may have opened the dialog.
    if (active && !event.repeat)
      run(active, event.ctrlKey || event.metaKey ? active.runAlternative : active.run)
  }

  return (
    <>
      <CommandInput
        {...props}
        listId={listId}
        activeId={activeId}
        hasRows={rows.length > 0}
        onInput={(input) => {
          unselect()
          props.onInput(input)
        }}
        onKeyDown={handleKeyDown}
      />
      {props.message && <div className="px-4.5 py-3 text-small text-ink-soft">{props.message}</div>}
      {rows.length > 0 && (
        <CommandList
          id={listId}
          label={props.resultsLabel}
          groups={props.groups}
          active={active}
          onRun={(row) => run(row, row.run)}
        />
      )}
      <DialogFooter hints={props.hints} status={props.status} />
    </>
  )
}

/** The keyboard hints and the status, which screen readers announce. */
function DialogFooter({ hints, status }: Pick<CommandDialogProps, 'hints' | 'status'>) {
  return (
    <>
      <div className="flex shrink-0 items-center gap-4 border-t border-line px-4.5 py-2.5 text-label text-ink-soft max-sm:hidden">
        {hints}
        <span aria-hidden className="ml-auto">
          {status}
        </span>
      </div>
      <p role="status" className="sr-only">
        {status}
      </p>
    </>
  )
}

/**
 * The row that Enter runs: the one that the user has selected, or else the first one that was preselected for the input.
 * When it disappears, no other row takes its place: the user may press Enter in that moment.
 */
function useActiveRow(rows: readonly CommandRow[], preselectedId: string | null) {
  /** Undefined before a row is selected for the input; null after it has disappeared. */
  const [activeId, setActiveId] = useState<string | null>()
  const active = rows.find(({ id }) => id === activeId) ?? null
  if (activeId === undefined && preselectedId !== null) setActiveId(preselectedId)
  else if (activeId && !active) setActiveId(null)
  return {
    active,
    select: (row: CommandRow | undefined) => row && setActiveId(row.id),
    unselect: () => setActiveId(undefined),
  }
}
