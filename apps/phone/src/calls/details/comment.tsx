import { unwrap } from '@parley/client'
import type { callComments } from '@parley/contract/phone'
import { Avatar, ConfirmDialog, formatFullTime, formatTimeOrDay, IconButton, useToast } from '@parley/ui'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { CommentForm } from './comment-form.tsx'
import { useChangeCall } from './use-change-call.ts'

interface CommentProps {
  callId: string
  comment: callComments.CallComment
}

/** A comment. Its author edits and deletes it, and an administrator deletes it. */
export function Comment({ callId, comment }: CommentProps) {
  const { t, locale } = useLanguage()
  const { api, me } = usePhone()
  const [isEditing, setIsEditing] = useState(false)
  const { id, text, createdAt } = comment
  const name = comment.userName ?? t('calls.unknown')
  const context = { locale, nowMs: Date.now() }
  const isOwn = comment.userId === me.user.id
  const edit = useChangeCall((changed: string) =>
    api('PUT /calls/{call}/comments/{comment}', {
      params: { call: callId, comment: id },
      body: { text: changed },
    }).then(unwrap),
  )
  return (
    <li className="flex items-start gap-3 px-4.5 py-3">
      <Avatar name={name} size="small" />
      <div className="min-w-0 flex-1">
        <Author comment={comment} name={name} />
        {isEditing ? (
          <CommentForm
            label={t('comments.text')}
            submitLabel={t('comments.save')}
            initial={text}
            onSubmit={(changed) => edit.mutateAsync(changed)}
            onClose={() => setIsEditing(false)}
          />
        ) : (
          <p className="text-small wrap-anywhere whitespace-pre-wrap">{text}</p>
        )}
      </div>
      {!isEditing && (
        <span className="flex">
          {isOwn && (
            <IconButton
              icon={Pencil}
              size="small"
              label={t('comments.edit', { when: formatTimeOrDay(createdAt, context) })}
              onClick={() => setIsEditing(true)}
            />
          )}
          {(isOwn || me.isPhoneAdmin) && <DeleteComment callId={callId} id={id} name={name} />}
        </span>
      )}
    </li>
  )
}

function Author({
  comment: { createdAt, editedAt },
  name,
}: Pick<CommentProps, 'comment'> & { name: string }) {
  const { t, locale } = useLanguage()
  const context = { locale, nowMs: Date.now() }
  return (
    <div className="flex min-h-8 items-center gap-2">
      <span className="truncate font-semibold" title={name}>
        {name}
      </span>
      <time
        className="shrink-0 text-small text-ink-soft"
        dateTime={new Date(createdAt).toISOString()}
        title={formatFullTime(createdAt, context)}
      >
        {formatTimeOrDay(createdAt, context)}
      </time>
      {editedAt !== null && (
        <span className="shrink-0 text-small text-ink-soft" title={formatFullTime(editedAt, context)}>
          {t('comments.edited')}
        </span>
      )}
    </div>
  )
}

function DeleteComment({ callId, id, name }: { callId: string; id: string; name: string }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const [isAsking, setIsAsking] = useState(false)
  const explain = useExplainError()
  const show = useToast()
  const remove = useChangeCall(() =>
    api('DELETE /calls/{call}/comments/{comment}', { params: { call: callId, comment: id } }).then(unwrap),
  )
  return (
    <>
      <IconButton
        icon={Trash2}
        size="small"
        label={t('comments.delete', { name })}
        onClick={() => setIsAsking(true)}
      />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('comments.delete-question')}
        cancelLabel={t('common.cancel')}
        confirmLabel={t('comments.delete-confirm')}
        state={remove.isPending ? 'busy' : 'idle'}
        error={remove.error && explain(remove.error).sentence}
        onCancel={() => setIsAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => show({ text: t('comments.deleted') }),
          })
        }
      >
        {t('comments.delete-sentence')}
      </ConfirmDialog>
    </>
  )
}
