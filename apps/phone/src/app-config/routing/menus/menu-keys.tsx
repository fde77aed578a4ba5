import { Icon } from '@parley/ui'
import { Timer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { targetIcons, useDescribeTarget } from '../describe-target.ts'
import type { KeyTarget, Menu, PartNames } from '../use-routing.ts'

interface MenuKeysProps extends PartNames {
  menu: Menu
}

/** The keys of a menu with their targets, and the target of callers who press none. */
export function MenuKeys({ menu, ...names }: MenuKeysProps) {
  const { t } = useLanguage()
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5 py-1">
      {menu.entries.map(({ key, label, target }) => (
        <KeyRow key={key} {...names} label={label} target={target}>
          <Key>{key}</Key>
        </KeyRow>
      ))}
      <KeyRow {...names} label={t('routing.no-key')} target={menu.fallback}>
        <span className="grid h-5 w-6.5 place-content-center">
          <Icon icon={Timer} size="small" />
        </span>
      </KeyRow>
    </ul>
  )
}

/** A key of a telephone. */
export function Key({ children }: { children: string }) {
  return (
    <kbd className="h-5 w-6.5 rounded-chip border border-line bg-sunken text-center font-sans text-label leading-5 text-ink">
      {children}
    </kbd>
  )
}

interface KeyRowProps extends Omit<MenuKeysProps, 'menu'> {
  label: string
  target: KeyTarget
  /** The key, or an icon. */
  children: ReactNode
}

function KeyRow({ label, target, children, ...names }: KeyRowProps) {
  const describe = useDescribeTarget(names)
  return (
    <li className="grid grid-cols-[1.625rem_minmax(0,1fr)] gap-x-2.5 sm:grid-cols-[1.625rem_minmax(0,2fr)_minmax(0,3fr)]">
      {children}
      <span className="font-medium wrap-anywhere text-ink">{label}</span>
      <span className="flex min-w-0 items-start gap-1.5 max-sm:col-start-2">
        <Icon icon={targetIcons[target.kind]} size="small" className="mt-0.5" />
        <span className="min-w-0 wrap-anywhere">{describe(target)}</span>
      </span>
    </li>
  )
}
