import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  Dialog,
  EmptyState,
  Field,
  formatDay,
  formatPosition,
  IconButton,
  Input,
} from '@parley/ui'
import { Check, Clock, Pencil, TimerOff, Trash2, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { useCallAgain, useRemove, useRename, type Verification } from './use-verifications.ts'

interface VerifiedNumbersProps {
  items: readonly Verification[]
  /** In epoch milliseconds. */
  now: number
  add: ReactNode
}

export function VerifiedNumbers({ items, now, add }: VerifiedNumbersProps) {
  const { t } = useLanguage()
  return (
    <Card title={t('verify.list')} padding="none">
      {items.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{t('verify.none')}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {items.map((one) => (
            <NumberRow key={one.id} verification={one} now={now} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const badges = {
  pending: { tone: 'accent', icon: Clock },
  verified: { tone: 'positive', icon: Check },
  failed: { tone: 'danger', icon: X },
  expired: { tone: 'neutral', icon: TimerOff },
} as const

function NumberRow({ verification, now }: { verification: Verification; now: number }) {
  const { t, locale } = useLanguage()
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null)
  const { state, label, verifiedAt, expiresAt } = verification
  const number = formatNumber(verification.number)
  const reason = { failed: t('verify.wrong-codes'), expired: t('verify.not-keyed-in') }
  const time =
    verifiedAt === null
      ? formatPosition(Math.max(0, (expiresAt ?? now) - now))
      : formatDay(verifiedAt, { locale, nowMs: Date.now() })
  const isOver = state === 'failed' || state === 'expired'
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2 pr-2.5 pl-4.5">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold whitespace-nowrap tabular-nums">{number}</p>
        <p className="truncate text-small text-ink-soft" title={label || undefined}>
          {[label, isOver && reason[state]].filter(Boolean).join(' · ')}
        </p>
      </div>
      <Badge {...badges[state]}>{t(`verify.${state}`)}</Badge>
      {isOver ? (
        <TryAgain verification={verification} now={now} />
      ) : (
        <span className="text-small text-ink-soft tabular-nums">{time}</span>
      )}
      <div className="flex">
        <IconButton
          icon={Pencil}
          size="small"
          label={t('verify.rename-named', { number })}
          onClick={() => setDialog('rename')}
        />
        <IconButton
          icon={Trash2}
          size="small"
          label={t('verify.remove-named', { number })}
          onClick={() => setDialog('remove')}
        />
      </div>
      {dialog === 'rename' && <Rename verification={verification} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <Remove verification={verification} onClose={() => setDialog(null)} />}
    </li>
  )
}

function TryAgain({ verification, now }: { verification: Verification; now: number }) {
  const { t } = useLanguage()
  const callAgain = useCallAgain()
  const number = formatNumber(verification.number)
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={t('verify.try-again-named', { number })}
      disabled={verification.callAgainAt > now}
      state={callAgain.isPending ? 'busy' : 'idle'}
      onClick={() => callAgain.mutate(verification.id)}
    >
      {t('verify.try-again')}
    </Button>
  )
}

interface RowDialogProps {
  verification: Verification
  onClose: () => void
}

function Rename({ verification, onClose }: RowDialogProps) {
  const { t } = useLanguage()
  const [label, setLabel] = useState(verification.label)
  const rename = useRename(onClose)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('verify.rename-named', { number: formatNumber(verification.number) })}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          rename.mutate({ id: verification.id, label })
        }}
      >
        <Field label={t('verify.label')} hint={t('verify.label-hint')}>
          <Input
            name="label"
            autoComplete="off"
            maxLength={100}
            value={label}
            onChange={({ target }) => setLabel(target.value)}
          />
        </Field>
        {rename.error && <ErrorAlert error={rename.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('verify.cancel')}</Button>
          <Button type="submit" variant="primary" state={rename.isPending ? 'busy' : 'idle'}>
            {t('verify.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Remove({ verification, onClose }: RowDialogProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const remove = useRemove(onClose)
  return (
    <ConfirmDialog
      isOpen
      title={t('verify.remove-question', { number: formatNumber(verification.number) })}
      cancelLabel={t('verify.cancel')}
      confirmLabel={t('verify.remove')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate(verification)}
    >
      {t('verify.remove-sentence')}
    </ConfirmDialog>
  )
}
