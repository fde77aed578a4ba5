import { Bell, CirclePlus, Contact, CreditCard, Key, Monitor, Settings, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { Contact, ShieldCheck, Bell, Monitor, Key, Settings, CirclePlus, CreditCard } as const

/** A section of the application in the account settings. */
export type ExtraItem = {
  readonly title: string
  readonly content: ReactNode
  /** The fragment of the page's URL. */
  readonly id: string
} & ({ readonly icon?: ReactNode } | { readonly iconName?: keyof typeof icons })

/** Returns the icon of a section. */
export function renderExtraIcon(item: ExtraItem): ReactNode {
  if ('iconName' in item && item.iconName) {
    const Named = icons[item.iconName]
    return <Named aria-hidden size={18} strokeWidth={1.75} />
  }
  return 'icon' in item ? item.icon : null
}
