import { Delete } from 'lucide-react'
import type { ComponentProps } from 'react'
import { IconButton } from '../controls/icon-button.tsx'
import { useFieldControl } from './field-context.ts'

interface PhoneNumberFieldProps extends ComponentProps<'input'> {
  /** Accessible name of the delete button. */
  deleteLabel: string
  onDelete: () => void
}

/** A large input for phone numbers, with a button that deletes the last digit. */
export function PhoneNumberField({
  deleteLabel,
  onDelete,
  className = '',
  value,
  ...rest
}: PhoneNumberFieldProps) {
  const control = useFieldControl()
  return (
    <div
      className={`flex items-center rounded-control border border-line-strong bg-raised py-1 pr-1 pl-3.5 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus ${className}`}
    >
      <input
        {...control}
        {...rest}
        value={value}
        className="min-w-0 flex-1 bg-transparent text-[1.75rem] leading-11 font-[500] tabular-nums outline-none placeholder:text-body placeholder:font-normal sm:text-page sm:leading-11"
      />
      {value !== '' && <IconButton icon={Delete} label={deleteLabel} onClick={onDelete} />}
    </div>
  )
}
