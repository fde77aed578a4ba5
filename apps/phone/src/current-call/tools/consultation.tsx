import type { Call } from '@parley/contract/phone'
import { Button, Icon } from '@parley/ui'
import { Merge, Pause, PhoneForwarded, Undo2 } from 'lucide-react'
import { useLanguage } from '../../i18n/language.tsx'
import {
  consultedName,
  findConsultation,
  findUserName,
  isConsulting,
  waitingNames,
} from '../active/labels.ts'
import type { ConsultationEnd } from '../manager/call-commands.ts'

interface ConsultationProps {
  call: Call
  ownLegId: string | null
  onEnd: (end: ConsultationEnd) => void
}

/**
 * The participants who wait while a user talks to the number of a transfer. The user may end the consultation; the
 * other members in the call see who is being consulted.
 */
export function Consultation({ call, ownLegId, onEnd }: ConsultationProps) {
  const language = useLanguage()
  const { t } = language
  const consultation = findConsultation(call)
  if (!consultation) return null
  const isOwn = isConsulting(call, ownLegId)
  const name = consultedName(consultation)

  return (
    <section
      aria-label={t('transfer.title')}
      className="grid gap-2.5 rounded-control bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--lamp)]"
    >
      <div className="flex items-center gap-3">
        <Icon icon={Pause} size="small" className="text-warning" />
        <div className="min-w-0 flex-1 text-small">
          <p className="font-semibold break-words">
            {isOwn
              ? t('live.other-on-hold', { name: waitingNames(call, language) })
              : t('transfer.user-talks-to', { user: findUserName(call, consultation), name })}
          </p>
          <p className="break-words text-ink-soft">
            {isOwn ? t('transfer.hears-music', { name }) : t('transfer.you-hear-music')}
          </p>
        </div>
      </div>
      {isOwn && (
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" icon={PhoneForwarded} onClick={() => onEnd('complete')}>
            {t('transfer.complete')}
          </Button>
          <Button icon={Undo2} onClick={() => onEnd('cancel')}>
            {t('transfer.return')}
          </Button>
          <Button icon={Merge} onClick={() => onEnd('join')}>
            {t('transfer.join')}
          </Button>
        </div>
      )}
    </section>
  )
}
