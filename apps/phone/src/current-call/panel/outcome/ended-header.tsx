import { IconButton, StatusDot } from '@parley/ui'
import { X } from 'lucide-react'
import { useLanguage } from '../../../i18n/language.tsx'

interface EndedHeaderProps {
  title: string
  onDismiss: () => void
}

/** The header of the panel after a call has ended, whatever the outcome. */
export function EndedHeader({ title, onDismiss }: EndedHeaderProps) {
  const { t } = useLanguage()
  return (
    <div className="flex items-center gap-2 text-small">
      <StatusDot state="off" />
      <span className="flex-1">{title}</span>
      <IconButton icon={X} label={t('common.close')} size="small" className="-my-1" onClick={onDismiss} />
    </div>
  )
}
