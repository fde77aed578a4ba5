import type { Call } from '@parley/contract/phone'
import { Card, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { FollowSwitch } from './follow-switch.tsx'
import type { PlaybackLink } from './playback-link.ts'
import { RestartTranscription } from './restart-transcription.tsx'
import { TranscriptExport } from './transcript-export.tsx'
import { TranscriptLines } from './transcript-lines.tsx'
import { TranscriptionStatus } from './transcription-status.tsx'

interface TranscriptCardProps {
  call: Call
  playback: PlaybackLink
}

/** The transcript of a recorded call by speaker, or why there is none. */
export function TranscriptCard({ call, playback }: TranscriptCardProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [isFollowing, setIsFollowing] = useState(true)
  const status = useQuery(queries.transcription(call.id))
  const hasBegun = status.data !== undefined && status.data.state !== 'none'
  const transcript = useQuery({ ...queries.transcript(call.id), enabled: hasBegun })
  const lines = transcript.data ?? []
  const error = status.error ?? transcript.error
  const refetch = () => void Promise.all([status.refetch(), hasBegun && transcript.refetch()])

  return (
    <Card
      title={t('transcript.title')}
      padding="none"
      aside={
        lines.length > 0 && (
          <div className="flex items-center gap-2">
            <FollowSwitch isOn={isFollowing} onChange={setIsFollowing} />
            {status.data?.canRestart && status.data.providerHost !== null && (
              <RestartTranscription callId={call.id} host={status.data.providerHost} lines={lines} />
            )}
            <TranscriptExport call={call} />
          </div>
        )
      }
    >
      {error && (
        <div className="p-4.5">
          <ErrorAlert error={error} onTryAgain={refetch} />
        </div>
      )}
      {(status.isPending || (hasBegun && transcript.isPending)) && !error && (
        <Skeleton rows={3} label={t('transcript.loading')} />
      )}
      {status.data && <TranscriptionStatus callId={call.id} status={status.data} lineCount={lines.length} />}
      {lines.length > 0 && (
        <TranscriptLines call={call} lines={lines} playback={playback} isFollowing={isFollowing} />
      )}
    </Card>
  )
}
