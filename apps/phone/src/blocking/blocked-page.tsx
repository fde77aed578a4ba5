import { unwrap } from '@parley/client'
import { Button, Card, EmptyState, formatDay, Skeleton, Switch, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { queryKeys } from '../api/query-keys.ts'
import { ConfigPage } from '../app-config/config-page.tsx'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'
import { BlockDialog } from './block-dialog.tsx'
import { type BlockedNumber, useUnblock } from './use-blocked-numbers.ts'

/** The callers that are blocked for the workspace and for the user. */
export function BlockedPage() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const blocked = useQuery(queries.blockedNumbers())

  return (
    <ConfigPage title={t('block.title')}>
      {blocked.isPending && <Skeleton rows={4} label={t('common.loading')} />}
      {blocked.isError && <ErrorAlert error={blocked.error} onTryAgain={() => void blocked.refetch()} />}
      {blocked.data && (
        <div className="grid max-w-200 grid-cols-[minmax(0,1fr)] gap-4">
          <AnonymousCallers areBlocked={blocked.data.areAnonymousCallersBlocked} />
          <BlockedNumbers items={blocked.data.items} />
        </div>
      )}
    </ConfigPage>
  )
}

function AnonymousCallers({ areBlocked }: { areBlocked: boolean }) {
  const { t } = useLanguage()
  const { api, me } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: (body: { areBlocked: boolean }) =>
      api('PUT /blocked-numbers/anonymous-callers', { body }).then(unwrap),
    onSuccess: async (_, saved) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.blockedNumbers })
      show({ text: t(saved.areBlocked ? 'block.anonymous-blocked' : 'block.anonymous-allowed') })
    },
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
  })
  return (
    <Card>
      <Switch
        label={t('block.anonymous')}
        hint={t(me.isPhoneAdmin ? 'block.anonymous-hint' : 'block.anonymous-admins')}
        isOn={areBlocked}
        state={save.isPending ? 'saving' : 'idle'}
        disabled={!me.isPhoneAdmin}
        onChange={(isOn) => save.mutate({ areBlocked: isOn })}
      />
    </Card>
  )
}

function BlockedNumbers({ items }: { items: readonly BlockedNumber[] }) {
  const { t } = useLanguage()
  const [isAdding, setIsAdding] = useState(false)
  const add = (
    <Button icon={Ban} size="small" onClick={() => setIsAdding(true)}>
      {t('block.add')}
    </Button>
  )
  return (
    <>
      <Card title={t('block.numbers')} aside={items.length > 0 && add} padding="none">
        {items.length === 0 ? (
          <div className="px-4.5">
            <EmptyState action={add}>{t('block.none')}</EmptyState>
          </div>
        ) : (
          <ul className="[&>li+li]:border-t [&>li+li]:border-line">
            {items.map((blocked) => (
              <BlockedRow key={blocked.id} blocked={blocked} />
            ))}
          </ul>
        )}
      </Card>
      {isAdding && <BlockDialog number={null} onClose={() => setIsAdding(false)} />}
    </>
  )
}

function BlockedRow({ blocked }: { blocked: BlockedNumber }) {
  const { t, locale } = useLanguage()
  const { me } = usePhone()
  const unblock = useUnblock()
  const number = formatNumber(blocked.number)
  const day = formatDay(blocked.blockedAt, { locale, nowMs: Date.now() })
  const details = [
    t(blocked.scope === 'workspace' ? 'block.for-workspace' : 'block.for-own'),
    blocked.scope === 'workspace' && blocked.blockedByName,
    day,
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <li className="flex min-h-14 items-center gap-3 py-2 pr-2.5 pl-4.5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold tabular-nums">{number}</p>
        <p title={details} className="truncate text-small text-ink-soft">
          {details}
        </p>
      </div>
      {(blocked.scope === 'own' || me.isPhoneAdmin) && (
        <Button
          size="small"
          variant="quiet"
          aria-label={t('block.unblock-named', { number })}
          state={unblock.isPending ? 'busy' : 'idle'}
          onClick={() => unblock.mutate([blocked])}
        >
          {t('block.unblock')}
        </Button>
      )}
    </li>
  )
}
