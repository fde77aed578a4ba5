import type { ComponentProps } from 'react'
import { useFieldControl } from './field-context.ts'

export interface SelectOption<Value extends string = string> {
  value: Value
  label: string
}

interface SelectProps<Value extends string>
  extends Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'size'> {
  options: readonly SelectOption<Value>[]
  value: Value
  onChange: (value: Value) => void
  size?: 'small' | 'normal'
}

/** A native select, so that it works on every device. Styled in theme.css. */
export function Select<Value extends string>({
  options,
  value,
  onChange,
  size = 'normal',
  className = '',
  ...rest
}: SelectProps<Value>) {
  const control = useFieldControl()
  const height = size === 'small' ? 'min-h-8 px-2 py-0.5 text-small max-sm:min-h-10' : 'min-h-10 px-3 py-1.5'

  return (
    <select
      {...control}
      {...rest}
      value={value}
      onChange={(event) => onChange(event.target.value as Value)}
      className={`select-menu w-full min-w-0 rounded-control border border-line-strong bg-raised text-control text-ink hover:bg-hover disabled:bg-sunken disabled:text-ink-soft aria-invalid:border-danger sm:text-body ${height} ${className}`}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
