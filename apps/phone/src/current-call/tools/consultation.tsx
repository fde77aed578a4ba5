import type { Call } from '@parley/contract/phone'
import { Button, formatNames, Icon } from '@parley/ui'
import { Merge, Pause, PhoneForwarded, Undo2 } from 'lucide-react'
import { legName } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { findConsultation, presentLegs } from '../active/labels.ts'
import type { ConsultationEnd } from '../manager/call-commands.ts'

interface ConsultationProps {
  call: Call
  onEnd: (end: ConsultationEnd) => void
}

/** The participants who wait while the user talks to the number of a transfer, with the ends of the consultation. */
export function Consultation({ call, onEnd }: ConsultationProps) {
  const language = useLanguage()
  const { t, locale } = language
  const consultation = findConsultation(call)
  if (!consultation) return null
  const waiting = presentLegs(call).filter(({ id, kind }) => kind === 'phone' && id !== consultation.legId)
  const names = formatNames([...new Set(waiting.map((leg) => legName(leg, language)))], locale)

  return (
    <section
      aria-label={t('transfer.title')}
      className="grid gap-2.5 rounded-control bg-sunken p-3 shadow-[inset_0_0_0_1px_var(--lamp)]"
    >
      <div className="flex items-center gap-3">
        <Icon icon={Pause} size="small" className="text-warning" />
        <div className="min-w-0 flex-1 text-small">
          <p className="font-semibold break-words">{t('live.other-on-hold', { name: names })}</p>
          <p className="text-ink-soft">{t('transfer.hears-music')}</p>
        </div>
      </div>
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
    </section>
  )
}
