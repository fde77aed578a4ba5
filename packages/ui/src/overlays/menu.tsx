import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon, type IconType } from '../controls/icon.tsx'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  /** {@link MenuItem}, {@link MenuRadioGroup}, {@link MenuSeparator}. */
  children: ReactNode
  align?: 'start' | 'end'
  side?: 'top' | 'bottom' | 'right'
}

const itemStyles =
  'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-[0.375rem] px-2.5 text-body outline-none select-none data-[highlighted]:bg-hover data-[disabled]:text-ink-soft'

/** A drop-down menu of actions. */
export function Menu({ trigger, children, align = 'end', side = 'bottom' }: MenuProps) {
  return (
    <Primitive.Root modal={false}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-44 overflow-y-auto rounded-control border border-line bg-raised p-1 text-ink shadow-float motion-safe:animate-enter"
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface MenuItemProps {
  icon?: IconType
  tone?: 'normal' | 'danger'
  disabled?: boolean
  /** The accessible name, if the text does not say what the item does. Contains the text. */
  label?: string
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({
  icon,
  tone = 'normal',
  disabled = false,
  label,
  onSelect,
  children,
}: MenuItemProps) {
  return (
    <Primitive.Item
      className={`${itemStyles} ${tone === 'danger' ? 'text-danger' : ''}`}
      aria-label={label}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon && <Icon icon={icon} className={tone === 'danger' ? '' : 'text-ink-soft'} />}
      {children}
    </Primitive.Item>
  )
}

interface MenuRadioGroupProps<Value extends string> {
  label: string
  choices: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** A group of exclusive options; the selected one has a tick. */
export function MenuRadioGroup<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: MenuRadioGroupProps<Value>) {
  return (
    <Primitive.RadioGroup value={value} onValueChange={(chosen) => onChange(chosen as Value)}>
      <Primitive.Label className="px-2.5 py-1.5 text-label text-ink-soft">{label}</Primitive.Label>
      {choices.map((choice) => (
        <Primitive.RadioItem key={choice.value} value={choice.value} className={itemStyles}>
          <span className="grid w-4.5 place-items-center">
            <Primitive.ItemIndicator>
              <Icon icon={Check} />
            </Primitive.ItemIndicator>
          </span>
          {choice.label}
        </Primitive.RadioItem>
      ))}
    </Primitive.RadioGroup>
  )
}

export function MenuSeparator() {
  return <Primitive.Separator className="my-1 h-px bg-line" />
}
