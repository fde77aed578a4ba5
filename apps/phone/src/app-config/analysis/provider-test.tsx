import { unwrap } from '@parley/client'
import type { modelProviders } from '@parley/contract/phone'
import { Button, Icon, Spinner } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { findHost, type ProviderDraft, toSettings } from './provider-draft.ts'

type Result = PhoneOutput<'POST /model-providers/{purpose}/test'>

interface ProviderTestProps {
  purpose: modelProviders.ProviderPurpose
  draft: ProviderDraft
  isComplete: boolean
}

/** Sends a sample to the provider of a draft, and shows why it failed, or the text of the provider. */
export function ProviderTest({ purpose, draft, isComplete }: ProviderTestProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const test = useMutation({
    mutationFn: () =>
      api('POST /model-providers/{purpose}/test', { params: { purpose }, body: toSettings(draft) }).then(
        unwrap,
      ),
  })
  const run = () => test.mutate()

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <Button state={test.isPending ? 'busy' : 'idle'} disabled={!isComplete} onClick={run}>
          {t('provider.test')}
        </Button>
      </div>
      {test.error && <ErrorAlert error={test.error} onTryAgain={run} />}
      <div aria-live="polite" className="text-small">
        {test.isPending && (
          <p className="flex items-center gap-2 text-ink-soft">
            <Spinner size="small" />
            {t(`provider.testing-${purpose}`, { host: findHost(draft.baseUrl) ?? '' })}
          </p>
        )}
        {test.data && !test.isPending && <TestResult purpose={purpose} result={test.data} />}
      </div>
    </div>
  )
}

function TestResult({ purpose, result }: Pick<ProviderTestProps, 'purpose'> & { result: Result }) {
  const { t } = useLanguage()
  const { host, problem, status, detail, text, tookMs } = result
  const [icon, colour] = problem ? [CircleX, 'text-danger'] : [CircleCheck, 'text-positive']
  return (
    <div className="flex items-start gap-2">
      <Icon icon={icon} size="small" className={`mt-0.5 ${colour}`} />
      <div className="min-w-0 flex-1 wrap-anywhere">
        {problem ? (
          <>
            <p className="font-semibold">{t(`provider.test-failed-${purpose}`, { host })}</p>
            <p>{t(`provider-problem.${problem}`)}</p>
          </>
        ) : (
          <>
            <p className="font-semibold">{t('provider.test-passed', { host, ms: tookMs })}</p>
            <p>
              {text ? t(`provider.test-text-${purpose}`, { text }) : t(`provider.test-silent-${purpose}`)}
            </p>
          </>
        )}
        {(detail || (problem && status !== null)) && (
          <details>
            <summary className="w-max">{t('common.details')}</summary>
            <code className="font-mono text-label text-ink-soft">
              {status} {detail}
            </code>
          </details>
        )}
      </div>
    </div>
  )
}
