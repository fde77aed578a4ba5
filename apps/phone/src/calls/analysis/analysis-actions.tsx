import { unwrap } from '@parley/client'
import type { analyses } from '@parley/contract/phone'
import { Button, ConfirmDialog, useToast } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { useChangeCall } from '../details/use-change-call.ts'
import { ReferenceDialog } from './reference/reference-dialog.tsx'

interface AnalysisActionsProps {
  callId: string
  analysis: analyses.Analysis
}

/** Deletes an analysis after confirmation. Administrators can make its call a reference call. */
export function AnalysisActions({ callId, analysis }: AnalysisActionsProps) {
  const { t } = useLanguage()
  const { me } = usePhone()
  const [isReferring, setIsReferring] = useState(false)
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      {me.isPhoneAdmin && (
        <Button size="small" onClick={() => setIsReferring(true)}>
          {t('reference.add')}
        </Button>
      )}
      <DeleteAnalysis callId={callId} analysis={analysis} />
      {isReferring && (
        <ReferenceDialog callId={callId} suggested={analysis.fields} onClose={() => setIsReferring(false)} />
      )}
    </div>
  )
}

function DeleteAnalysis({ callId, analysis }: AnalysisActionsProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainError()
  const show = useToast()
  const remove = useChangeCall(async (_: undefined) => {
    const params = { call: callId, analysis: analysis.id }
    const deleted = unwrap(await api('DELETE /calls/{call}/analyses/{analysis}', { params }))
    // Here, because the live update may have removed this component with the analysis.
    show({ text: t('analysis.deleted') })
    return deleted
  })
  const confirm = () => remove.mutate(undefined, { onSuccess: () => setIsAsking(false) })
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setIsAsking(true)}>
        {t('analysis.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('analysis.delete-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('analysis.delete')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={confirm}
      >
        {t('analysis.delete-sentence')}
      </ConfirmDialog>
    </>
  )
}
