import { Button, Card, Skeleton } from '@parley/ui'
import { useState } from 'react'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { PartRow } from './part-row.tsx'
import { getShownState } from './part-texts.ts'
import { TestCallDialog } from './test-call-dialog.tsx'
import { type SelfTest, type StartedTest, type TestedPart, useSelfTest } from './use-self-test.ts'

const allParts: StartedTest['parts'] = ['trunk', 'keypad', 'mail', 'storage', 'transcription', 'analysis']

/** Tests the parts of the phone, all or one, and shows the last result of each. */
export function SelfTestCard() {
  const language = useLanguage()
  const { t } = language
  const { query, start } = useSelfTest()
  const selfTest = query.data
  const isBusy = start.isPending || Boolean(selfTest?.progress)

  return (
    <Card
      id="self-test"
      title={t('self-test.title')}
      padding="none"
      aside={<span role="status">{selfTest && summarize(selfTest, language)}</span>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line px-4.5 py-3">
        <p className="max-w-[68ch] text-small text-ink-soft">{t('self-test.sentence')}</p>
        <div>
          <Button
            variant="primary"
            state={isBusy ? 'busy' : 'idle'}
            onClick={() => start.mutate({ parts: allParts })}
          >
            {t('self-test.run')}
          </Button>
        </div>
        {start.error && <ErrorAlert error={start.error} />}
      </div>
      {query.error && <ErrorAlert error={query.error} onTryAgain={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={6} label={t('common.loading')} />}
      {selfTest && <Parts selfTest={selfTest} isBusy={isBusy} onStart={(body) => start.mutate(body)} />}
    </Card>
  )
}

interface PartsProps {
  selfTest: SelfTest
  isBusy: boolean
  onStart: (body: StartedTest) => void
}

function Parts({ selfTest, isBusy, onStart }: PartsProps) {
  const { t } = useLanguage()
  const [isChoosing, setIsChoosing] = useState(false)
  const { parts, testCalls, hasFreeTestCall, maxTestCallSeconds } = selfTest
  const disabledReason = isBusy ? t('error.SELF_TEST_RUNNING') : null
  const canTest = ({ part }: TestedPart) => part !== 'keypad' || hasFreeTestCall
  return (
    <>
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {parts.map((part) => (
          <PartRow
            key={`${part.part} ${part.trunkId}`}
            part={part}
            disabledReason={disabledReason}
            {...(canTest(part)
              ? { onTest: () => onStart({ parts: [part.part], trunkId: part.trunkId }) }
              : {})}
          >
            {part.part === 'keypad' && testCalls.length > 0 && (
              <Button size="small" disabledReason={disabledReason} onClick={() => setIsChoosing(true)}>
                {t('self-test.call-trunk')}
              </Button>
            )}
          </PartRow>
        ))}
      </ul>
      {isChoosing && (
        <TestCallDialog
          calls={testCalls}
          maxSeconds={maxTestCallSeconds}
          onClose={() => setIsChoosing(false)}
          onConfirm={(testCallNumber) => {
            setIsChoosing(false)
            onStart({ parts: ['keypad'], testCallNumber })
          }}
        />
      )}
    </>
  )
}

function summarize({ parts, progress }: SelfTest, { t, plural }: Language): string {
  if (progress) return t('self-test.running', { ...progress })
  const states = parts.map(getShownState)
  const failed = states.filter((state) => state === 'failed').length
  if (failed > 0) return plural('self-test.failed', failed)
  return t(states.includes('passed') ? 'self-test.all-passed' : 'self-test.never')
}
