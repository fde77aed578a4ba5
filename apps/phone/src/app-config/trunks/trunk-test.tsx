import { unwrap } from '@parley/client'
import { Button, Icon, Spinner } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, CircleMinus, CircleX } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'

type Step = PhoneOutput<'POST /trunks/{trunk}/test'>['steps'][number]

const resultStyles = {
  passed: { icon: CircleCheck, colour: 'text-positive' },
  failed: { icon: CircleX, colour: 'text-danger' },
  skipped: { icon: CircleMinus, colour: 'text-ink-soft' },
} as const

/** Tests a trunk and shows the result of each step. */
export function TrunkTest({ trunkId }: { trunkId: string }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const test = useMutation({
    mutationFn: () => api('POST /trunks/{trunk}/test', { params: { trunk: trunkId } }).then(unwrap),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: queryKeys.trunks }),
  })

  return (
    <div className="grid gap-2">
      <div>
        <Button size="small" state={test.isPending ? 'busy' : 'idle'} onClick={() => test.mutate()}>
          {t('trunk.test')}
        </Button>
      </div>
      {test.error && <ErrorAlert error={test.error} onTryAgain={() => test.mutate()} />}
      <div aria-live="polite">
        {test.isPending && (
          <p className="flex items-center gap-2 text-small text-ink-soft">
            <Spinner size="small" />
            {t('trunk.testing')}
          </p>
        )}
        {test.data && (
          <>
            <p className="text-small font-semibold">
              {t(test.data.passed ? 'trunk.test-passed' : 'trunk.test-failed')}
            </p>
            <ol className="mt-1 grid gap-1">
              {test.data.steps.map((step) => (
                <TestStep key={step.key} step={step} />
              ))}
            </ol>
          </>
        )}
      </div>
    </div>
  )
}

function TestStep({ step }: { step: Step }) {
  const { t } = useLanguage()
  const { icon, colour } = resultStyles[step.result]
  return (
    <li className="flex items-start gap-2 text-small">
      <Icon icon={icon} size="small" className={`mt-0.5 ${colour}`} />
      <span className="min-w-0 flex-1 break-words">
        <span className="sr-only">{t(`trunk.result-${step.result}`)} </span>
        {t(`trunk.outcome-${step.outcome}`, { subject: step.subject })}
        {step.sipAnswer && (
          <code className="ml-1 font-mono text-label text-ink-soft">
            {step.sipAnswer.code} {step.sipAnswer.phrase}
          </code>
        )}
      </span>
      <span className="text-ink-soft tabular-nums">{t('trunk.took', { ms: step.tookMs })}</span>
    </li>
  )
}
