import { Check, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'

interface CheckboxProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A checkbox whose value is saved with its form. For immediate changes use `Switch`. */
export function Checkbox({ label, hint, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checked === 'mixed'
  }, [checked])

  return (
    <div className="flex items-start gap-2.5">
      <span className="hit-area relative mt-0.5 grid size-4.5 shrink-0 place-items-center">
        <input
          ref={box}
          id={id}
          type="checkbox"
          checked={checked === true}
          disabled={disabled}
          aria-describedby={hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className="col-start-1 row-start-1 size-4.5 appearance-none rounded-chip border-[1.5px] border-line-strong bg-raised checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:bg-sunken"
        />
        <span aria-hidden className="pointer-events-none col-start-1 row-start-1 text-on-accent">
          {checked === 'mixed' && <Minus size={14} strokeWidth={3} />}
          {checked === true && <Check size={14} strokeWidth={3} />}
        </span>
      </span>
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-small text-ink-soft">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
