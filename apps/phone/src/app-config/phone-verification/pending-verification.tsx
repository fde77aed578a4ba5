import { Button, Card, formatPosition, Icon } from '@parley/ui'
import { Check, Phone } from 'lucide-react'
import { useId } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useCallAgain, useCode, useRemove, type Verification } from './use-verifications.ts'

interface PendingVerificationProps {
  verification: Verification
  /** In epoch milliseconds. */
  now: number
}

const maxTries = 5
const maxCalls = 3

/** A number that is being called: its code, the progress of the call, and what is left. */
export function PendingVerification({ verification, now }: PendingVerificationProps) {
  const language = useLanguage()
  const { t } = language
  const { number, expiresAt, triesLeft, callsLeft, call } = verification
  const isActive = call !== null && call.progress !== 'ended'
  const validMs = Math.max(0, (expiresAt ?? now) - now)
  const facts = [
    [t('verify.code-valid'), formatPosition(validMs)],
    [t('verify.tries-left'), t('verify.of', { left: String(triesLeft), all: String(maxTries) })],
    [t('verify.calls-left'), t('verify.of', { left: String(callsLeft), all: String(maxCalls) })],
  ]
  return (
    <Card>
      <div className="grid gap-6 lg:grid-cols-[1.6fr_1fr]">
        <div className="grid content-start gap-3">
          <p role="status" className="flex items-center gap-2 text-small text-ink-soft">
            {isActive ? t('verify.calling') : describeEnd(verification, language)}
          </p>
          <h2 className="text-title">{t('verify.pick-up', { number: formatNumber(number) })}</h2>
          <p className="text-ink-soft">{t('verify.instruction')}</p>
          <dl className="flex flex-wrap gap-x-8 gap-y-2 tabular-nums">
            {facts.map(([name, value]) => (
              <div key={name}>
                <dt className="text-small text-ink-soft">{name}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <Actions verification={verification} now={now} />
        </div>
        <div className="grid content-start gap-4">
          <Code verification={verification} />
          <CallProgress verification={verification} />
        </div>
      </div>
    </Card>
  )
}

/** Returns why the called number did not take the call to its end, or that it has ended. */
function describeEnd({ number, call }: Verification, { t }: Language): string {
  const reason = call?.endReason ?? null
  // The service itself ends a call in which no code is keyed in.
  const isEndOfService = reason === 'hung-up' || reason === 'removed'
  if (reason === null || isEndOfService) return t('verify.call-ended')
  return t(`ended.${reason}`, { name: formatNumber(number) })
}

function Actions({ verification, now }: PendingVerificationProps) {
  const { t } = useLanguage()
  const callAgain = useCallAgain()
  const remove = useRemove(() => {})
  const waitMs = verification.callAgainAt - now
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button
          icon={Phone}
          disabled={waitMs > 0 || verification.callsLeft === 0}
          state={callAgain.isPending ? 'busy' : 'idle'}
          onClick={() => callAgain.mutate(verification.id)}
        >
          {waitMs > 0 ? t('verify.call-again-in', { time: formatPosition(waitMs) }) : t('verify.call-again')}
        </Button>
        <Button
          variant="quiet"
          state={remove.isPending ? 'busy' : 'idle'}
          onClick={() => remove.mutate(verification)}
        >
          {t('verify.cancel')}
        </Button>
      </div>
      {verification.callsLeft === 0 && (
        <p className="text-small text-ink-soft">{t('verify.no-calls-left')}</p>
      )}
      {remove.error && <ErrorAlert error={remove.error} />}
    </>
  )
}

function Code({ verification: { id } }: { verification: Verification }) {
  const { t } = useLanguage()
  const label = useId()
  const code = useCode(id)
  return (
    <div>
      <p id={label} className="text-small text-ink-soft">
        {t('verify.code')}
      </p>
      {code === null ? (
        <p>{t('verify.code-elsewhere')}</p>
      ) : (
        <p className="flex gap-1.5 text-[2rem] leading-tight font-semibold tabular-nums">
          <span className="sr-only">{[...code].join(' ')}</span>
          <span aria-hidden="true" className="tracking-[0.2em] whitespace-nowrap">
            {code.slice(0, 3)} {code.slice(3)}
          </span>
        </p>
      )}
    </div>
  )
}

/** The steps of a verification, in order. */
const steps = ['dialled', 'ringing', 'answered', 'keyed-in'] as const

function CallProgress({ verification: { call } }: { verification: Verification }) {
  const { t } = useLanguage()
  if (call === null || call.progress === 'ended') return null
  const current = { dialling: 0, ringing: 1, answered: 2 }[call.progress]
  return (
    <ol aria-label={t('verify.progress')} className="grid gap-1.5 text-small">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={`flex items-center gap-2 ${index > current ? 'text-ink-soft' : 'font-medium'}`}
        >
          {index < current && <Icon icon={Check} size="tiny" />}
          {t(`verify.${step}`)}
        </li>
      ))}
    </ol>
  )
}
