import { IconButton } from '@parley/ui'
import { Pencil, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

interface PartRowProps {
  name: string
  onEdit: () => void
  onDelete: () => void
  /** Beside the name. */
  badge?: ReactNode
  /** Further buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** A group, a queue, a menu or opening hours in a list. */
export function PartRow({ name, onEdit, onDelete, badge, actions, children }: PartRowProps) {
  const { t } = useLanguage()
  return (
    <li className="flex items-start gap-2 py-2.5 pr-2.5 pl-4.5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="wrap-anywhere">{name}</h3>
          {badge}
        </div>
        <div className="grid text-small wrap-anywhere text-ink-soft">{children}</div>
      </div>
      <div className="flex">
        {actions}
        <IconButton icon={Pencil} size="small" label={t('routing.edit-named', { name })} onClick={onEdit} />
        <IconButton
          icon={Trash2}
          size="small"
          label={t('routing.delete-named', { name })}
          onClick={onDelete}
        />
      </div>
    </li>
  )
}
