import { unwrap } from '@parley/client'
import { Card, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { Comment } from './comment.tsx'
import { CommentForm } from './comment-form.tsx'
import { useChangeCall } from './use-change-call.ts'

/** The comments of a call, the oldest first, and an input for another one. */
export function CommentsCard({ callId }: { callId: string }) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const comments = useInfiniteQuery(queries.comments(callId))
  const items = comments.data?.pages.flatMap((page) => page.items) ?? []
  const add = useChangeCall((text: string) =>
    api('POST /calls/{call}/comments', { params: { call: callId }, body: { text } }).then(unwrap),
  )
  return (
    <Card title={t('comments.title')} padding="none">
      {comments.isPending && <Skeleton rows={2} label={t('common.loading')} />}
      {comments.isError && <ErrorAlert error={comments.error} onTryAgain={() => void comments.refetch()} />}
      {comments.isSuccess && items.length === 0 && (
        <p className="px-4.5 py-4 text-small text-ink-soft">{t('comments.none')}</p>
      )}
      <ul className="[&>li+li]:border-t [&>li+li]:border-line">
        {items.map((comment) => (
          <Comment key={comment.id} callId={callId} comment={comment} />
        ))}
      </ul>
      {comments.hasNextPage && (
        <div className="border-t border-line p-2">
          <LoadMoreButton list={comments} variant="quiet" size="small" />
        </div>
      )}
      <div className="border-t border-line p-4.5">
        <CommentForm
          label={t('comments.new')}
          hint={t('comments.readers')}
          submitLabel={t('comments.add')}
          onSubmit={(text) => add.mutateAsync(text)}
        />
      </div>
    </Card>
  )
}
