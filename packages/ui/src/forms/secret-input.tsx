import { type ComponentProps, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { useFieldControl } from './field-context.ts'
import { Input } from './input.tsx'

interface SecretInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** Hint for the stored secret, such as "ends in 4f2a". Null if none is stored. */
  storedHint: string | null
  /** Label of the button that opens the input for a new secret. */
  replaceLabel: string
  /** Label of the button that keeps the stored secret. */
  retainLabel: string
  value: string
  /** Called with the new secret, or null to keep the stored one. */
  onChange: (secret: string | null) => void
}

/** An input for a write-only secret. Use inside a {@link Field}. */
export function SecretInput({
  storedHint: kept,
  replaceLabel,
  retainLabel,
  value,
  onChange,
  ...rest
}: SecretInputProps) {
  const control = useFieldControl()
  const [isReplacing, setIsReplacing] = useState(false)

  if (kept !== null && !isReplacing) {
    return (
      <div className="flex min-h-10 items-center justify-between gap-3 rounded-control bg-sunken px-3 py-1">
        <output id={control.id} className="font-mono text-small">
          {kept}
        </output>
        <Button
          size="small"
          variant="quiet"
          onClick={() => {
            setIsReplacing(true)
            onChange('')
          }}
        >
          {replaceLabel}
        </Button>
      </div>
    )
  }

  return (
    <div className="flex gap-2">
      <Input
        {...rest}
        type="password"
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {kept !== null && (
        <Button
          variant="quiet"
          onClick={() => {
            setIsReplacing(false)
            onChange(null)
          }}
        >
          {retainLabel}
        </Button>
      )}
    </div>
  )
}
