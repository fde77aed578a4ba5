import { Button, ConfirmDialog } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../../i18n/language.tsx'
import { useExplainError } from '../../../shell/errors/explain-error.ts'
import { usePromptTests } from './use-prompt-tests.ts'

/** Removes a call from the reference calls after confirmation. */
export function RemoveReference({ callId, name }: { callId: string; name: string }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const { removeReference: remove } = usePromptTests()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={t('reference.remove-call', { name })}
        onClick={() => setIsAsking(true)}
      >
        {t('reference.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('reference.remove-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('reference.remove')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(callId, { onSuccess: () => setIsAsking(false) })}
      >
        {t('reference.remove-sentence')}
      </ConfirmDialog>
    </>
  )
}
