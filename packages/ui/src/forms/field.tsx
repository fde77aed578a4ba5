import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Icon } from '../controls/icon.tsx'
import { FieldContext } from './field-context.ts'

interface FieldProps {
  label: ReactNode
  /** Content at the end of the label row, usually a link. */
  aside?: ReactNode
  hint?: ReactNode
  /** The error message, if any. */
  error?: ReactNode
  className?: string
  /**
   * One control: Input, PasswordField, Select, TextArea or SecretInput. It gets its id and description from
   * the field.
   */
  children: ReactNode
}

/** A label above a control, with a hint or an error below. */
export function Field({ label, aside, hint, error, className = '', children }: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error ? errorId : null, hint ? hintId : null].filter((part) => part !== null)

  return (
    <div className={`grid content-start gap-1.5 ${className}`}>
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {aside && <span className="text-small">{aside}</span>}
      </div>
      <FieldContext
        value={{
          id,
          'aria-describedby': describedBy.join(' ') || undefined,
          'aria-invalid': error ? true : undefined,
        }}
      >
        {children}
      </FieldContext>
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-small text-danger">
          <Icon icon={CircleAlert} size="small" className="mt-0.5" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-small text-ink-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
