import { IconButton } from '@parley/ui'
import { Copy } from 'lucide-react'
import { useCopy } from '../contacts/use-copy.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

/** The personal number of the user, with a button that copies it. Renders nothing without one. */
export function OwnNumber({ className = '' }: { className?: string }) {
  const { t } = useLanguage()
  const { me } = usePhone()
  const copy = useCopy()
  const own = me.numbers.find(({ ringsFor }) => ringsFor === 'me')
  if (!own) return null
  const number = formatNumber(own.number)
  return (
    <p className={`flex items-center gap-1 text-small text-ink-soft ${className}`}>
      <span className="tabular-nums">{t('account.own-number', { number })}</span>
      <IconButton
        icon={Copy}
        size="small"
        className="-my-1"
        label={t('contacts.copy', { what: number })}
        onClick={() => void copy(own.number)}
      />
    </p>
  )
}
