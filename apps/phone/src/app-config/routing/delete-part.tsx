import { Button, ConfirmDialog, Dialog, formatNames } from '@parley/ui'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { listMenusWith, listQueuesWith, listRoutesWith } from './change-configuration.ts'
import { type Configuration, useSaveRouting } from './use-routing.ts'

interface DeletePartProps {
  /** A group, a queue, a menu or opening hours. */
  part: { readonly id: string; readonly name: string }
  configuration: Configuration
  remove: (before: Configuration, id: string) => Configuration
  onClose: () => void
}

/** Deletes a part of the routing after one question, unless a route or another part leads to it. */
export function DeletePart({ part, configuration, remove, onClose }: DeletePartProps) {
  const { t, locale } = useLanguage()
  const explain = useExplainError()
  const save = useSaveRouting(onClose)
  const { name } = part
  const users = listRoutesWith(configuration, part.id)
  const others = [...listQueuesWith(configuration, part.id), ...listMenusWith(configuration, part.id)]
  if (users.length > 0 || others.length > 0) {
    const routed = users.map(({ number }) =>
      number === null ? t('routing.other-numbers') : formatNumber(number),
    )
    const numbers = [...routed, ...others.map((other) => other.name)]
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={t('routing.in-use', { name })}
        description={t('routing.in-use-by', { numbers: formatNames(numbers, locale) })}
      >
        <div className="flex justify-end">
          <Button onClick={onClose}>{t('common.close')}</Button>
        </div>
      </Dialog>
    )
  }
  return (
    <ConfirmDialog
      isOpen
      title={t('routing.delete-question', { name })}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('routing.delete')}
      state={save.isPending ? 'busy' : 'idle'}
      error={save.error && explain(save.error).sentence}
      onCancel={onClose}
      onConfirm={() => save.mutate((before) => remove(before, part.id))}
    >
      {t('routing.delete-sentence')}
    </ConfirmDialog>
  )
}
