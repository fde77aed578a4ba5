import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { useFieldControl } from './field-context.ts'
import { Input } from './input.tsx'

interface SecretInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** What is shown of a secret that is set: "ends in 4f2a". Null when none is. */
  kept: string | null
  /** Name of the button that opens the box for another one. */
  replaceLabel: string
  /** Name of the button that leaves the secret as it is. */
  keepLabel: string
  value: string
  /** The new secret; null when the kept one stays. */
  onChange: (secret: string | null) => void
}

/** A secret that can be written and never read. Goes inside a {@link Field}. */
export function SecretInput({ kept, replaceLabel, keepLabel, value, onChange, ...rest }: SecretInputProps) {
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
          {keepLabel}
        </Button>
      )}
    </div>
  )
}
