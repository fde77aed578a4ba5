import { Search } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../controls/icon.tsx'
import { useFieldControl } from './field-context.ts'

/** Classes of text inputs. */
const inputStyles = [
  'w-full min-w-0 scroll-my-12 rounded-control border border-line-strong bg-raised text-control text-ink sm:text-body',
  'focus-visible:-outline-offset-1 aria-invalid:border-danger',
  'aria-invalid:shadow-[inset_0_0_0_1px_var(--danger)]',
  'read-only:border-transparent read-only:bg-transparent disabled:bg-sunken disabled:text-ink-soft',
].join(' ')

/** A single-line text input, labelled by its {@link Field}. Without a field it needs `aria-label`. */
export function Input({ className = '', ...rest }: ComponentProps<'input'>) {
  const control = useFieldControl()
  return <input {...control} {...rest} className={`${inputStyles} min-h-10 px-3 py-1.5 ${className}`} />
}

/** A multi-line text input. */
export function TextArea({ className = '', ...rest }: ComponentProps<'textarea'>) {
  const control = useFieldControl()
  return <textarea {...control} {...rest} className={`${inputStyles} resize-y px-3 py-2 ${className}`} />
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'type'> {
  'aria-label': string
  /** The keyboard shortcut of the input, shown at its end. */
  shortcut?: ReactNode
}

export function SearchInput({ shortcut, className = '', ...rest }: SearchInputProps) {
  return (
    <div className={`relative ${className}`}>
      <Icon
        icon={Search}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-soft"
      />
      <input
        {...rest}
        type="search"
        className={`${inputStyles} min-h-10 py-1.5 pr-10 pl-10 [&::-webkit-search-cancel-button]:hidden`}
      />
      {shortcut && (
        <kbd className="absolute top-1/2 right-2 min-w-5 -translate-y-1/2 rounded-chip border border-line bg-surface px-1 text-center font-sans text-label leading-5 font-medium text-ink-soft max-sm:hidden">
          {shortcut}
        </kbd>
      )}
    </div>
  )
}
