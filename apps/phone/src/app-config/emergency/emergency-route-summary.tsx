import { unwrap } from '@parley/client'
import { Button, Callout, ConfirmDialog, formatFullTime, Icon, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useDialling } from '../../dial/use-dialling.ts'
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
  const dialling = useDialling()
  const tested = useTestState(route)
  const [isRemoving, setIsRemoving] = useState(false)
  const rows = [
    { key: 'trunk', value: trunks.find(({ id }) => id === route.trunkId)?.name ?? '' },
    { key: 'address', value: route.address },
    { key: 'test-number', value: route.testNumber },
  ] as const
  const test = () =>
    dialling.dial({ to: route.testNumber, title: t('emergency-route.test'), purpose: 'emergency-test' })

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
      {route.test && !route.test.isOutdated ? (
        <p className="flex gap-1.5 text-small">
          <Icon icon={CircleCheck} size="small" className="mt-0.5 shrink-0 text-positive" />
          {tested}
        </p>
      ) : (
        <Callout tone="warning" icon={TriangleAlert} title={tested} />
      )}
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

/** Says when a call to the test number of a route was answered, and whether the test still applies. */
function useTestState({ test }: EmergencyRouteSummaryProps['route']): string {
  const { t, locale } = useLanguage()
  if (!test) return t('emergency-route.never-tested')
  const when = formatFullTime(test.at, { locale, nowMs: Date.now() })
  return t(test.isOutdated ? 'emergency-route.test-outdated' : 'emergency-route.tested', { when })
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
