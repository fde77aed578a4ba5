import { Badge, Button, Callout, Card, EmptyState, IconButton, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { DeleteTrunk } from './delete-trunk.tsx'
import type { Trunk } from './trunk.ts'
import { TrunkDialog } from './trunk-dialog.tsx'
import { TrunkTest } from './trunk-test.tsx'

/** All trunks, each with its live state. */
export function TrunkList() {
  const { t } = useLanguage()
  const { me, queries } = usePhone()
  const trunks = useQuery(queries.trunks())
  const [edited, setEdited] = useState<Trunk | 'new' | null>(null)
  const [deleted, setDeleted] = useState<Trunk | null>(null)
  const items = trunks.data?.items ?? []

  return (
    <Card
      id="trunks"
      title={t('config.trunks')}
      padding="none"
      aside={
        me.areTrunksGranted && (
          <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
            {t('trunk.add')}
          </Button>
        )
      }
    >
      {!me.areTrunksGranted && <TrunksNotGranted workspaceId={me.workspace.id} />}
      {trunks.isPending && <Skeleton rows={2} label={t('common.loading')} />}
      {trunks.isError && <ErrorAlert error={trunks.error} onTryAgain={() => void trunks.refetch()} />}
      {trunks.isSuccess && items.length === 0 && me.areTrunksGranted && (
        <div className="px-4.5">
          <EmptyState>{t('trunk.none')}</EmptyState>
        </div>
      )}
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((trunk) => (
          <TrunkRow
            key={trunk.id}
            trunk={trunk}
            isGranted={me.areTrunksGranted}
            onEdit={() => setEdited(trunk)}
            onDelete={() => setDeleted(trunk)}
          />
        ))}
      </ul>
      {edited !== null && (
        <TrunkDialog trunk={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {deleted !== null && <DeleteTrunk trunk={deleted} onClose={() => setDeleted(null)} />}
    </Card>
  )
}

const tones = {
  unchecked: 'neutral',
  ready: 'positive',
  registering: 'accent',
  registered: 'positive',
  refused: 'danger',
  unreachable: 'danger',
  'address-pending': 'neutral',
  'address-taken': 'danger',
  failed: 'danger',
} as const

/** Says whom to ask for trunks, and what they have to do. */
function TrunksNotGranted({ workspaceId }: { workspaceId: string }) {
  const { t } = useLanguage()
  return (
    <div className="p-4.5">
      <Callout title={t('trunk.not-granted-title')}>
        {t('trunk.not-granted')}
        <code className="mt-2 block font-mono text-small break-all">
          npm run --silent parley -- trunks allow {workspaceId}
        </code>
      </Callout>
    </div>
  )
}

interface TrunkRowProps {
  trunk: Trunk
  /** Whether the workspace may change and test trunks. Otherwise they are out of use. */
  isGranted: boolean
  onEdit: () => void
  onDelete: () => void
}

function TrunkRow({ trunk, isGranted, onEdit, onDelete }: TrunkRowProps) {
  const { t, plural } = useLanguage()
  const { status, sipAnswer } = trunk.state
  const [only] = trunk.numbers
  const numbers =
    only && trunk.numbers.length === 1 ? formatNumber(only) : plural('trunk.numbers', trunk.numbers.length)

  return (
    <li className="grid gap-2 px-4.5 py-3">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-2">
            {trunk.name}
            {isGranted && <Badge tone={tones[status]}>{t(`trunk.state-${status}`)}</Badge>}
          </h3>
          <p className="text-small break-words text-ink-soft">
            {trunk.host}:{trunk.port} · {trunk.transport.toUpperCase()} ·{' '}
            <span className="whitespace-nowrap">{numbers}</span>
          </p>
          {isGranted &&
            (status === 'refused' ||
              status === 'unreachable' ||
              status === 'address-taken' ||
              status === 'failed') && (
              <p className="mt-1 text-small text-danger">{t(`trunk.help-${status}`)}</p>
            )}
          {isGranted && status === 'address-pending' && (
            <p className="mt-1 text-small text-ink-soft">{t('trunk.help-address-pending')}</p>
          )}
          {isGranted && sipAnswer && status !== 'registered' && status !== 'ready' && (
            <details className="text-small text-ink-soft">
              <summary className="w-max">{t('common.details')}</summary>
              <code className="font-mono">
                {sipAnswer.code} {sipAnswer.phrase}
              </code>
            </details>
          )}
        </div>
        <div className="flex">
          {isGranted && (
            <IconButton icon={Pencil} label={t('trunk.edit-named', { name: trunk.name })} onClick={onEdit} />
          )}
          <IconButton
            icon={Trash2}
            label={t('trunk.delete-named', { name: trunk.name })}
            onClick={onDelete}
          />
        </div>
      </div>
      {isGranted && <TrunkTest trunkId={trunk.id} />}
    </li>
  )
}
