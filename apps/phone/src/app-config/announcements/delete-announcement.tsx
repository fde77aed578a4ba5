import { unwrap } from '@parley/client'
import type { announcements } from '@parley/contract/phone'
import { ConfirmDialog, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'

interface DeleteAnnouncementProps {
  announcement: announcements.Announcement
  onClose: () => void
}

/** Deletes an announcement after one question. The service refuses one that is in use. */
export function DeleteAnnouncement({ announcement, onClose }: DeleteAnnouncementProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const { id, name } = announcement
  const remove = useMutation({
    mutationFn: () =>
      api('DELETE /announcements/{announcement}', { params: { announcement: id } }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.announcements().queryKey })
      show({ text: t('announcements.deleted') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('announcements.delete-question', { name })}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('announcements.delete-confirm')}
      state={remove.isPending ? 'busy' : 'idle'}
      error={remove.error && explain(remove.error).sentence}
      onCancel={onClose}
      onConfirm={() => remove.mutate()}
    >
      {t('announcements.delete-sentence')}
    </ConfirmDialog>
  )
}
