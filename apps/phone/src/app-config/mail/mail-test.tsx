import { unwrap } from '@parley/client'
import { Button, Icon, Spinner } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { type MailDraft, toSettings } from './mail-draft.ts'

type TestResult = PhoneOutput<'POST /mail-server/test'>
type TestStep = TestResult['steps'][number]

/** Sends a test e-mail with the values of a draft, and shows each step. */
export function MailTest({ draft, isComplete }: { draft: MailDraft; isComplete: boolean }) {
  const { t } = useLanguage()
  const { api, me } = usePhone()
  const address = me.user.primaryEmail ?? ''
  const test = useMutation({
    mutationFn: () => api('POST /mail-server/test', { body: toSettings(draft) }).then(unwrap),
  })
  const run = () => test.mutate()

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button state={test.isPending ? 'busy' : 'idle'} disabled={!isComplete} onClick={run}>
          {t('mail.test')}
        </Button>
        <p className="min-w-0 flex-1 basis-60 text-small wrap-anywhere text-ink-soft">
          {t('mail.test-hint', { address })}
        </p>
      </div>
      {test.error && <ErrorAlert error={test.error} onTryAgain={run} />}
      <div aria-live="polite" className="text-small">
        {test.isPending && (
          <p className="flex items-center gap-2 text-ink-soft">
            <Spinner size="small" />
            <span className="min-w-0 wrap-anywhere">{t('mail.testing', { address })}</span>
          </p>
        )}
        {test.data && !test.isPending && <TestReport result={test.data} />}
      </div>
    </div>
  )
}

function TestReport({ result }: { result: TestResult }) {
  const { t } = useLanguage()
  const { problem, recipient, steps, reply } = result
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p className={`font-semibold wrap-anywhere ${problem ? 'text-danger' : ''}`}>
        {problem ? t('mail.test-failed') : t('mail.test-passed', { address: recipient })}
      </p>
      <ol className="rounded-control border border-line [&>li+li]:border-t [&>li+li]:border-line">
        {steps.map((step) => (
          <Step key={step.step} step={step} problem={problem} reply={reply} />
        ))}
      </ol>
    </div>
  )
}

const icons = {
  passed: [CircleCheck, 'text-positive'],
  failed: [CircleX, 'text-danger'],
  'left-out': [CircleMinus, 'text-ink-soft'],
  'not-reached': [CircleMinus, 'text-ink-soft'],
} as const

interface StepProps {
  step: TestStep
  problem: TestResult['problem']
  reply: string | null
}

function Step({ step: { step, result, tookMs, detail }, problem, reply }: StepProps) {
  const { t } = useLanguage()
  const [icon, colour] = icons[result]
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <Icon icon={icon} size="small" className={`mt-0.5 ${colour}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">
          {t(`mail.step-${step}`)}
          <span className="sr-only">, {t(`mail.step-${result}`)}</span>
        </p>
        {detail !== null && <p className="text-ink-soft">{detail}</p>}
        {result === 'left-out' && (step === 'encrypt' || step === 'sign-in') && (
          <p className="text-ink-soft">{t(`mail.step-left-out-${step}`)}</p>
        )}
        {result === 'failed' && problem && <p>{t(`mail-problem.${problem}`)}</p>}
        {result === 'failed' && reply !== null && (
          <details>
            <summary className="w-max">{t('common.details')}</summary>
            <code className="font-mono text-label text-ink-soft">{reply}</code>
          </details>
        )}
      </div>
      {tookMs !== null && (
        <span className="whitespace-nowrap text-ink-soft tabular-nums">
          {t('mail.step-ms', { ms: tookMs })}
        </span>
      )}
    </li>
  )
}
