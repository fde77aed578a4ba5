import { Switch as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  /** A switch acts at once; while the change is on its way it is `saving`. */
  onChange: (isOn: boolean) => void
  state?: 'idle' | 'saving'
  disabled?: boolean
}

/** Something that is on or off, changed at once. */
export function Switch({ label, hint, isOn, onChange, state = 'idle', disabled = false }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <Primitive.Root
        id={id}
        checked={isOn}
        disabled={disabled}
        aria-busy={state === 'saving' || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(checked) => state === 'idle' && onChange(checked)}
        className="hit-area relative h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors aria-busy:opacity-70 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
      >
        <Primitive.Thumb className="block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-accent" />
      </Primitive.Root>
    </div>
  )
}
