import type { testRuns } from '@parley/contract/phone'
import { Button, Callout } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { callTitle } from '../../../calls/describe-call.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import type { SavedContent } from '../prompt/prompt-content.ts'
import { Differences } from './differences.tsx'
import { RemoveReference } from './remove-reference.tsx'
import { RunProgress } from './run-progress.tsx'
import { usePromptTests } from './use-prompt-tests.ts'
import type { ReferenceCheck as Check } from './use-reference-check.ts'

interface ReferenceCheckProps {
  check: Check
  content: SavedContent
}

/** Runs the reference calls with a prompt before it is published, and shows which of their fields differ. */
export function ReferenceCheck({ check, content }: ReferenceCheckProps) {
  const { t, plural } = useLanguage()
  const { run, references, state } = check
  if (check.error) return <ErrorAlert error={check.error} />
  if (state === 'none') return null
  return (
    <section aria-label={t('reference.check-title')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-small font-semibold">{t('reference.check-title')}</h3>
      {state === 'loading' && <p className="text-small text-ink-soft">{t('reference.check-loading')}</p>}
      {run && <RunProgress run={run} />}
      {state === 'passed' && (
        <Callout tone="positive" role="status">
          {plural('reference.check-passed', references.length)}
        </Callout>
      )}
      {run && state !== 'running' && state !== 'passed' && <Failures run={run} />}
      {(state === 'needed' || state === 'failed') && <RunButton check={check} content={content} />}
    </section>
  )
}

function Failures({ run }: { run: testRuns.TestRun }) {
  const language = useLanguage()
  const { t, plural } = language
  const calls = new Map(run.calls.map((call) => [call.id, call]))
  const failed = run.items.filter(
    ({ draft, reference }) => draft.state === 'failed' || reference?.isPassed === false,
  )
  if (failed.length === 0) return null
  return (
    <>
      <Callout tone="warning" role="status">
        {plural('reference.check-failed', failed.length)}
      </Callout>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {failed.map((tested) => {
          const call = calls.get(tested.callId)
          const name = call ? callTitle(call, language) : t('test-run.hidden-call')
          return (
            <li key={tested.callId} className="grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere">
              <h4 className="text-small font-semibold">{name}</h4>
              {tested.draft.problem && (
                <p className="text-small text-danger">{t(`provider-problem.${tested.draft.problem}`)}</p>
              )}
              <Differences tested={tested} fields={run.outputFields} />
              <div>
                <RemoveReference callId={tested.callId} name={name} />
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}

function RunButton({ check: { run, state }, content }: ReferenceCheckProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const { start } = usePromptTests()
  const provider = useQuery(queries.modelProviders()).data?.analysis
  const begin = () => start.mutate({ ...content, callIds: null })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {state === 'needed' && (
        <p className="text-small wrap-anywhere text-ink-soft">
          {t('reference.check-needed')} {provider && t('test-run.destination', { host: provider.host })}
        </p>
      )}
      {start.error && <ErrorAlert error={start.error} onTryAgain={begin} />}
      <div>
        <Button state={start.isPending ? 'busy' : 'idle'} onClick={begin}>
          {t(run ? 'reference.check-again' : 'reference.check-run')}
        </Button>
      </div>
    </div>
  )
}
