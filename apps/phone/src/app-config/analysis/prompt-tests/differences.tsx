import type { analysisPrompts, referenceCalls, testRuns } from '@parley/contract/phone'
import { Badge, Button } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { FieldValue } from '../../../calls/analysis/analysis-result.tsx'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { usePromptTests } from './use-prompt-tests.ts'

interface DifferencesProps {
  tested: testRuns.TestedCall
  /** The fields of the tested prompt. */
  fields: readonly analysisPrompts.OutputField[]
}

/** Whether a reference call has its expected values, and which fields differ. The new values can become the expected ones. */
export function Differences({ tested, fields }: DifferencesProps) {
  const { t, plural } = useLanguage()
  const { reference, isAudible } = tested
  if (!reference) return null
  if (reference.isPassed) return <Badge tone="positive">{t('reference.passed')}</Badge>
  if (!isAudible) return <Badge tone="danger">{t('reference.failed-hidden')}</Badge>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div>
        <Badge tone="danger">{plural('reference.failed', reference.differences.length)}</Badge>
      </div>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {reference.differences.map((difference) => (
          <Difference
            key={difference.key}
            difference={difference}
            field={fields.find(({ key }) => key === difference.key)}
          />
        ))}
      </ul>
      <AdoptButton callId={tested.callId} differences={reference.differences} />
    </div>
  )
}

interface DifferenceProps {
  difference: referenceCalls.FieldDifference
  field: analysisPrompts.OutputField | undefined
}

function Difference({ difference: { key, expected, actual }, field }: DifferenceProps) {
  const { t } = useLanguage()
  const label = field?.label ?? key
  const type = field?.type ?? 'text'
  return (
    <li className="text-small wrap-anywhere">
      <p className="font-semibold">{label}</p>
      <dl className="grid grid-cols-[minmax(0,8rem)_minmax(0,1fr)] gap-x-3 gap-y-1">
        <dt className="text-ink-soft">{t('reference.expected')}</dt>
        <dd>
          <FieldValue field={{ key, label, type, value: expected, isInvalid: false }} />
        </dd>
        <dt className="text-ink-soft">{t('reference.actual')}</dt>
        <dd>{actual ? <FieldValue field={actual} /> : t('reference.not-asked')}</dd>
      </dl>
    </li>
  )
}

interface AdoptButtonProps {
  callId: string
  differences: readonly referenceCalls.FieldDifference[]
}

/** Makes the values of the result the expected ones. Fields for which the prompt does not ask any more are not compared. */
function AdoptButton({ callId, differences }: AdoptButtonProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const references = useQuery(queries.referenceCalls())
  const { adopt } = usePromptTests()
  const stored = references.data?.items.find((each) => each.callId === callId)
  const expected = stored && adoptValues(stored.expected, differences)
  if (!expected || expected.length === 0) return null
  const run = () => adopt.mutate({ callId, expected })
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {adopt.error && <ErrorAlert error={adopt.error} onTryAgain={run} />}
      <div>
        <Button size="small" state={adopt.isPending ? 'busy' : 'idle'} onClick={run}>
          {t('reference.adopt')}
        </Button>
      </div>
    </div>
  )
}

/** Returns null when a value is invalid, which no result may have. */
export function adoptValues(
  expected: readonly referenceCalls.ExpectedValue[],
  differences: readonly referenceCalls.FieldDifference[],
): referenceCalls.ExpectedValue[] | null {
  if (differences.some(({ actual }) => actual?.isInvalid)) return null
  const byKey = new Map(differences.map((each) => [each.key, each]))
  return expected.flatMap((each) => {
    const difference = byKey.get(each.key)
    if (!difference) return [each]
    return difference.actual ? [{ key: each.key, value: difference.actual.value }] : []
  })
}
