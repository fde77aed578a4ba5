import { EmptyState, List, Skeleton } from '@parley/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useDialling } from '../../dial/use-dialling.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { LoadMoreButton } from '../../shell/load-more-button.tsx'
import { ShowAllCalls } from '../no-calls.tsx'
import { VoicemailRow } from './voicemail-row.tsx'

/** The messages for the user and for the workspace. */
export function Voicemails() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const dialling = useDialling()
  const voicemails = useInfiniteQuery(queries.voicemails())
  const [playedId, setPlayedId] = useState<string | null>(null)
  // The details of a call have a player with the same keys.
  const { call: openedCall } = useSearch({ strict: false })
  const items = voicemails.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      {voicemails.isPending && <Skeleton label={t('common.loading')} />}
      {voicemails.isError && (
        <ErrorAlert error={voicemails.error} onTryAgain={() => void voicemails.refetch()} />
      )}
      {voicemails.isSuccess && items.length === 0 && (
        <EmptyState action={<ShowAllCalls />}>{t('voicemail.none')}</EmptyState>
      )}
      {items.length > 0 && (
        <List label={t('calls.filter-voicemail')}>
          {items.map((message) => (
            <VoicemailRow
              key={message.call.id}
              message={message}
              dialling={dialling}
              isPlayerOpen={message.call.id === playedId && openedCall === undefined}
              onPlayerChange={(isOpen) => setPlayedId(isOpen ? message.call.id : null)}
            />
          ))}
        </List>
      )}
      {voicemails.hasNextPage && <LoadMoreButton list={voicemails} className="mt-4" />}
    </>
  )
}
