import { Tabs as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

export interface TabOption<Value extends string> {
  value: Value
  label: ReactNode
  /** Shown after the label. */
  count?: ReactNode
}

interface TabsProps<Value extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly TabOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  /** The panel of the chosen tab. */
  children: ReactNode
  className?: string
}

/** Underlined tabs. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onChange,
  children,
  className = '',
}: TabsProps<Value>) {
  return (
    <Primitive.Root value={value} onValueChange={(chosen) => onChange(chosen as Value)} className={className}>
      <Primitive.List
        aria-label={label}
        className="flex gap-5 overflow-x-auto overflow-y-hidden border-b border-line"
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent pt-2 pb-2 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-selected:border-accent aria-selected:text-ink focus-visible:-outline-offset-2"
          >
            {tab.label}
            {tab.count !== undefined && <span className="ml-1.5 tabular-nums">{tab.count}</span>}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      <Primitive.Content value={value} className="focus-visible:outline-offset-4">
        {children}
      </Primitive.Content>
    </Primitive.Root>
  )
}

interface FilterPillsProps<Value extends string> {
  label: string
  choices: readonly TabOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Buttons that filter a list. */
export function FilterPills<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: FilterPillsProps<Value>) {
  return (
    <fieldset
      aria-label={label}
      className="scroll-hint flex min-w-0 gap-1 [scrollbar-width:none] max-sm:-mx-4 max-sm:px-4"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value)}
          className="hit-area relative inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 py-1 text-small font-medium whitespace-nowrap text-ink-soft transition-colors hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 aria-pressed:bg-accent-soft aria-pressed:font-semibold aria-pressed:text-accent"
        >
          {choice.label}
          {choice.count !== undefined && <span className="tabular-nums">{choice.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
