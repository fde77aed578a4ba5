import type { Call } from '@parley/contract/phone'
import { formatFullTime, formatLength, formatTime, Icon, IconButton, ListRow } from '@parley/ui'
import { CircleDot, Phone } from 'lucide-react'
import type { Dialling } from '../dial/use-dialling.ts'
import { useLanguage } from '../locales/language.tsx'
import { RouterLink } from '../shell/router-link.tsx'
import { CallIcon } from './call-icon.tsx'
import { nameOfCall, outcomeOf, rangMs, secondOf, talkedMs, titleOf } from './describe-call.ts'

interface CallRowProps {
  call: Call
  nowMs: number
  dialling: Dialling
}

/** A row of the call list. */
export function CallRow({ call, nowMs, dialling }: CallRowProps) {
  const language = useLanguage()
  const { t, locale } = language
  const { number } = call
  const title = titleOf(call, language)
  const outcome = outcomeOf(call)
  const isMissed = outcome === 'missed'

  return (
    <ListRow
      leading={<CallIcon call={call} />}
      title={
        <RouterLink
          to="/"
          search={(before) => ({ ...before, call: call.id })}
          // The list keeps its scroll position behind the drawer.
          resetScroll={false}
          className={`no-underline! hover:underline! ${isMissed ? 'text-danger!' : 'text-ink!'}`}
        >
          {title}
        </RouterLink>
      }
      second={secondOf(call, language)}
      marks={
        call.recordings.length > 0 && (
          <span title={t('calls.recorded')}>
            <Icon icon={CircleDot} size="small" />
            <span className="sr-only">{t('calls.recorded')}</span>
          </span>
        )
      }
      outcome={<span className={isMissed ? 'text-danger' : ''}>{t(`outcome.${outcome}`)}</span>}
      figures={
        <>
          <time
            dateTime={new Date(call.startedAt).toISOString()}
            title={formatFullTime(call.startedAt, { locale, nowMs })}
          >
            {formatTime(call.startedAt, { locale, nowMs })}
          </time>
          <span className="text-ink-soft">{lengthOf(call, t)}</span>
        </>
      }
      action={
        number ? (
          <IconButton
            icon={Phone}
            look="call"
            label={dialling.wordFor(title)}
            onClick={() => dialling.dial({ to: number, title: nameOfCall(call, language) ?? undefined })}
          />
        ) : (
          <span className="w-10" />
        )
      }
    />
  )
}

function lengthOf(call: Call, t: ReturnType<typeof useLanguage>['t']): string {
  const talked = talkedMs(call)
  if (talked !== null) return formatLength(talked)
  const rang = rangMs(call)
  if (rang === null) return t('outcome.ongoing')
  return outcomeOf(call) === 'missed' || call.endReason === 'no-answer'
    ? t('calls.rang', { length: formatLength(rang) })
    : t(`outcome.${outcomeOf(call)}`)
}
