import { type ReactNode, useId } from 'react'

interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  /** The change applies immediately; set `state` to `saving` while it is being saved. */
  onChange: (isOn: boolean) => void
  state?: 'idle' | 'saving'
  disabled?: boolean
}

/** A switch that applies its change immediately. For form values use `Checkbox`. */
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
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={isOn}
        aria-busy={state === 'saving' || undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        disabled={disabled}
        onClick={() => state === 'idle' && onChange(!isOn)}
        className="group hit-area relative h-5 w-9 shrink-0 rounded-full border border-line-strong bg-sunken transition-colors aria-busy:opacity-70 aria-checked:border-accent aria-checked:bg-accent"
      >
        <span
          aria-hidden
          className="block size-3.5 translate-x-0.5 rounded-full bg-line-strong transition-transform group-aria-checked:translate-x-4.5 group-aria-checked:bg-on-accent"
        />
      </button>
    </div>
  )
}
