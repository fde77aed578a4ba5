import { unwrap } from '@parley/client'
import { Button, ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useDialing } from '../../dial/use-dialing.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import type { Trunk } from '../trunks/trunk.ts'

interface EmergencyRouteSummaryProps {
  route: PhoneOutput<'PUT /emergency-route'>
  trunks: readonly Trunk[]
}

/** The route of emergency calls, with its test and its removal. */
export function EmergencyRouteSummary({ route, trunks }: EmergencyRouteSummaryProps) {
  const { t } = useLanguage()
  const dialing = useDialing()
  const [isRemoving, setIsRemoving] = useState(false)
  const rows = [
    { key: 'trunk', value: trunks.find(({ id }) => id === route.trunkId)?.name ?? '' },
    { key: 'address', value: route.address },
    { key: 'test-number', value: route.testNumber },
  ] as const
  const test = () =>
    dialing.dial({ to: route.testNumber, title: t('emergency-route.test'), purpose: 'emergency-test' })

  return (
    <>
      <dl className="grid gap-2 text-small">
        {rows.map(({ key, value }) => (
          <div key={key} className="grid">
            <dt className="text-ink-soft">{t(`emergency-route.${key}`)}</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-small text-ink-soft">{t('emergency-route.sentence')}</p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={test}>{t('emergency-route.test')}</Button>
        <Button variant="danger" onClick={() => setIsRemoving(true)}>
          {t('emergency-route.remove')}
        </Button>
      </div>
      {isRemoving && <RemoveRoute onClose={() => setIsRemoving(false)} />}
    </>
  )
}

function RemoveRoute({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const { api, queries, refetchMe } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const remove = useMutation({
    mutationFn: () => api('DELETE /emergency-route', {}).then(unwrap),
    onSuccess: () => {
      queryClient.setQueryData(queries.emergencyRoute().queryKey, { route: null })
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
      refetchMe()
      show({ text: t('emergency-route.removed') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('emergency-route.remove-question')}
      confirmLabel={t('emergency-route.remove')}
      cancelLabel={t('common.cancel')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && <ErrorAlert error={remove.error} />}
      onConfirm={() => remove.mutate()}
      onCancel={onClose}
    >
      {t('emergency-route.remove-sentence')}
    </ConfirmDialog>
  )
}
