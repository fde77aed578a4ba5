import { Search, X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { KeyboardEvent } from 'react'
import { Icon } from '../controls/icon.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { Kbd } from '../display/kbd.tsx'
import { Spinner } from '../display/spinner.tsx'

interface CommandInputProps {
  title: string
  placeholder: string
  closeLabel: string
  escapeLabel: string
  state: 'idle' | 'busy'
  input: string
  /** The id of the list of rows. */
  listId: string
  /** The id of the active row; undefined if there is none. */
  activeId: string | undefined
  hasRows: boolean
  onInput: (input: string) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** The input of a command dialog, which has the focus, with a button that closes the dialog on narrow screens. */
export function CommandInput(props: CommandInputProps) {
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line pl-4.5 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-2 has-[input:focus-visible]:outline-focus max-sm:rounded-none sm:rounded-t-card">
      {props.state === 'busy' ? <Spinner /> : <Icon icon={Search} className="text-ink-soft" />}
      <input
        type="text"
        role="combobox"
        aria-label={props.title}
        aria-expanded={props.hasRows}
        aria-controls={props.listId}
        aria-activedescendant={props.activeId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={200}
        placeholder={props.placeholder}
        value={props.input}
        onChange={({ target }) => props.onInput(target.value)}
        onKeyDown={props.onKeyDown}
        className="min-h-12.5 min-w-0 flex-1 bg-transparent text-lead text-ink outline-none placeholder:text-ink-soft"
      />
      <span className="pr-3.5 max-sm:hidden">
        <Kbd>{props.escapeLabel}</Kbd>
      </span>
      <Primitive.Close asChild>
        <IconButton icon={X} label={props.closeLabel} className="mr-1.5 sm:hidden" />
      </Primitive.Close>
    </div>
  )
}
