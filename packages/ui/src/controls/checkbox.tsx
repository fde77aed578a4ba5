import { Check, Minus } from 'lucide-react'
import { Checkbox as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

interface CheckboxProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean | 'mixed'
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Something to tick, kept when the form is saved. */
export function Checkbox({ label, hint, checked, onChange, disabled = false }: CheckboxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5">
      <Primitive.Root
        id={id}
        checked={checked === 'mixed' ? 'indeterminate' : checked}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onCheckedChange={(state) => onChange(state === true)}
        className="hit-area relative mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-chip border-[1.5px] border-line-strong bg-raised text-on-accent data-[state=checked]:border-accent data-[state=checked]:bg-accent data-[state=indeterminate]:border-accent data-[state=indeterminate]:bg-accent"
      >
        <Primitive.Indicator>
          {checked === 'mixed' ? <Minus size={14} strokeWidth={3} /> : <Check size={14} strokeWidth={3} />}
        </Primitive.Indicator>
      </Primitive.Root>
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
