import { type Call, testRuns } from '@parley/contract/phone'
import { Button, Checkbox, Drawer, formatFullTime, SearchInput, Skeleton } from '@parley/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { callOwner, callTitle } from '../../../calls/describe-call.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../../shell/load-more-button.tsx'
import type { SavedContent } from '../prompt/prompt-content.ts'
import { usePromptTests } from './use-prompt-tests.ts'

interface ChooseCallsDrawerProps {
  content: SavedContent
  onStarted: (run: string) => void
  onClose: () => void
}

/** Chooses the calls on which the prompt of the editor runs. */
export function ChooseCallsDrawer({ content, onStarted, onClose }: ChooseCallsDrawerProps) {
  const { t, plural } = useLanguage()
  const { queries } = usePhone()
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { start } = usePromptTests()
  const provider = useQuery(queries.modelProviders()).data?.analysis
  const run = () =>
    start.mutate({ ...content, callIds: [...chosen] }, { onSuccess: ({ id }) => onStarted(id) })
  const choose = (id: string, isChosen: boolean) =>
    setChosen((before) => (isChosen ? [...before, id] : before.filter((each) => each !== id)))
  return (
    <Drawer
      isOpen
      onClose={onClose}
      closeLabel={t('common.close')}
      title={t('test-run.choose-title')}
      subtitle={t('test-run.choose-hint', { max: testRuns.maxTestedCalls })}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-6 max-sm:p-4">
        <SearchInput
          aria-label={t('test-run.search')}
          placeholder={t('test-run.search')}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <CallChoices search={search} chosen={chosen} onChoose={choose} />
        {start.error && <ErrorAlert error={start.error} onTryAgain={run} />}
      </div>
      <footer className="sticky bottom-0 mt-auto flex flex-wrap items-center gap-3 border-t border-line bg-raised px-6 py-3 max-sm:px-4">
        <p aria-live="polite" className="min-w-0 flex-1 text-small wrap-anywhere text-ink-soft">
          {plural('test-run.chosen', chosen.length)}.{' '}
          {provider && t('test-run.destination', { host: provider.host })}
        </p>
        <Button
          variant="primary"
          state={start.isPending ? 'busy' : 'idle'}
          disabledReason={
            chosen.length === 0 ? t('test-run.choose-hint', { max: testRuns.maxTestedCalls }) : null
          }
          onClick={run}
        >
          {t('test-run.start')}
        </Button>
      </footer>
    </Drawer>
  )
}

interface CallChoicesProps {
  search: string
  chosen: readonly string[]
  onChoose: (id: string, isChosen: boolean) => void
}

function CallChoices({ search, chosen, onChoose }: CallChoicesProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const list = useInfiniteQuery(
    queries.calls({ scope: 'workspace', filter: 'transcribed', search: useDeferredValue(search.trim()) }),
  )
  const calls = list.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <>
      {list.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {list.isError && <ErrorAlert error={list.error} onTryAgain={() => void list.refetch()} />}
      {list.isSuccess && calls.length === 0 && (
        <p className="text-small text-ink-soft">{t('test-run.no-calls')}</p>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {calls.map((call) => (
          <CallChoice
            key={call.id}
            call={call}
            isChosen={chosen.includes(call.id)}
            isFull={chosen.length >= testRuns.maxTestedCalls}
            onChoose={(isChosen) => onChoose(call.id, isChosen)}
          />
        ))}
      </ul>
      {list.hasNextPage && <LoadMoreButton list={list} variant="quiet" size="small" />}
    </>
  )
}

interface CallChoiceProps {
  call: Call
  isChosen: boolean
  isFull: boolean
  onChoose: (isChosen: boolean) => void
}

function CallChoice({ call, isChosen, isFull, onChoose }: CallChoiceProps) {
  const language = useLanguage()
  const when = formatFullTime(call.startedAt, { locale: language.locale, nowMs: Date.now() })
  return (
    <li className="wrap-anywhere">
      <Checkbox
        label={callTitle(call, language)}
        hint={`${when} · ${callOwner(call, language)}`}
        checked={isChosen}
        disabled={isFull && !isChosen}
        onChange={onChoose}
      />
    </li>
  )
}
