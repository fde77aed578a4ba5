import { useId } from 'react'
import { Icon } from '../controls/icon.tsx'
import { Kbd } from '../display/kbd.tsx'
import type { CommandGroup, CommandRow } from './command-group.ts'

const tones = { plain: 'text-ink-soft', call: 'text-positive', danger: 'text-danger' }

interface CommandListProps {
  id: string
  label: string
  groups: readonly CommandGroup[]
  active: CommandRow | null
  onRun: (row: CommandRow) => void
}

/** The rows of a command dialog, by group. The focus stays in the input. */
export function CommandList({ id, label, groups, active, onRun }: CommandListProps) {
  const titleId = useId()
  const filled = groups.filter(({ rows }) => rows.length > 0)
  const all = filled.flatMap(({ rows }) => rows)
  return (
    <div id={id} role="listbox" aria-label={label} className="min-h-0 flex-1 overflow-y-auto px-2 pt-1 pb-2">
      {filled.map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is no group of a listbox.
        <div key={group.id} role="group" aria-labelledby={`${titleId}-${group.id}`}>
          <div
            id={`${titleId}-${group.id}`}
            className="sticky top-0 z-1 bg-raised px-2.5 pt-2.5 pb-1.5 text-label font-medium text-ink-soft"
          >
            {group.title}
          </div>
          {group.rows.map((row) => (
            <Option
              key={row.id}
              id={`${id}-${all.indexOf(row)}`}
              row={row}
              isActive={row === active}
              onRun={() => onRun(row)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  row: CommandRow
  isActive: boolean
  onRun: () => void
}

function Option({ id, row, isActive, onRun }: OptionProps) {
  const isDisabled = Boolean(row.disabledReason)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the input has the focus, and names the active row.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      aria-disabled={isDisabled}
      // The focus stays in the input.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRun}
      className={`flex min-h-11 scroll-mt-9 items-center gap-3 rounded-control px-2.5 py-1.5 sm:min-h-10 ${isActive ? 'bg-accent-soft' : isDisabled ? '' : 'hover:bg-hover'} ${isDisabled ? 'cursor-not-allowed text-ink-soft' : 'cursor-pointer'}`}
    >
      <Icon icon={row.icon} className={tones[isDisabled ? 'plain' : (row.tone ?? 'plain')]} />
      <span className="min-w-0 flex-1">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-semibold">
            {row.verb && <span className="sr-only">{row.verb} </span>}
            {row.label}
          </span>
          {row.detail && (
            <>
              <span className="sr-only">, </span>
              <span className="shrink-0 text-small whitespace-nowrap text-ink-soft">{row.detail}</span>
            </>
          )}
        </span>
        <Sentence text={row.hint} className="text-ink-soft" />
        <Sentence text={row.disabledReason} />
      </span>
      {row.aside && (
        <span className="shrink-0 text-small text-ink-soft">
          <span className="sr-only">, </span>
          {row.aside}
        </span>
      )}
      {isActive && !isDisabled && (
        <span className="flex shrink-0 items-center gap-3 text-small text-ink-soft max-sm:hidden">
          {row.activeAside}
          <span aria-hidden>
            <Kbd>↵</Kbd>
          </span>
        </span>
      )}
    </div>
  )
}

/** A sentence below the label of a row. */
function Sentence({ text, className = '' }: { text: string | null | undefined; className?: string }) {
  if (!text) return null
  return (
    <>
      <span className="sr-only">. </span>
      <span className={`block text-small wrap-anywhere ${className}`}>{text}</span>
    </>
  )
}
