import type { Call } from '@parley/contract/phone'
import { Button, Callout } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { linkRefreshMs } from '../../api/queries.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { DeleteRecording } from '../delete-recording.tsx'
import type { PlaybackLink } from '../transcript/playback-link.ts'
import { PlayerControls } from './player-controls.tsx'
import { PlayerTimeline } from './player-timeline.tsx'
import { nameRecording } from './recording-name.ts'
import { SkipSilenceButton } from './skip-silence-button.tsx'
import { buildTimeline } from './timeline.ts'
import { usePlayback, usePlaybackLink, usePlayerKeys, usePlayOnce } from './use-playback.ts'
import { useGaps, useSkipSilence } from './use-skip-silence.ts'

interface PlayerProps {
  call: Call
  /** `list`: opened to be played, so it plays immediately; the list has its own button to delete. */
  place?: 'details' | 'list'
  /** Connects it with the transcript. */
  link?: PlaybackLink
}

/** The recording of a call, one track per participant. Keys: J and L jump, K and space play or pause. */
export function Player({ call, place = 'details', link: transcript }: PlayerProps) {
  const language = useLanguage()
  const { t } = language
  const { queries } = usePhone()
  const timeline = useMemo(() => buildTimeline(call), [call])
  const playback = usePlayback(timeline.lengthMs)
  const hasStarted = playback.isPlaying || playback.atMs > 0
  const link = useQuery({
    ...queries.audioLink(call.id),
    // Another URL would move the playback to its start.
    refetchInterval: hasStarted ? false : linkRefreshMs,
    refetchOnWindowFocus: !hasStarted,
  })
  const gaps = useGaps(call, place)
  const silence = useSkipSilence(playback, gaps)
  usePlaybackLink(playback, transcript)
  usePlayerKeys(playback)
  usePlayOnce(place === 'list' && link.data !== undefined, playback)
  const tryAgain = async () => {
    // The link may have expired.
    await link.refetch()
    playback.reload()
  }

  if (link.isError) {
    const margin = place === 'list' ? 'mb-2' : 'mx-6 mb-4'
    return <ErrorAlert className={margin} error={link.error} onTryAgain={() => void link.refetch()} />
  }
  return (
    <section
      aria-label={t('player.label')}
      className={place === 'list' ? 'pb-1' : 'bg-raised px-6 pb-3.5 max-sm:px-4 max-sm:pb-3'}
    >
      {/* Without captions: the transcript is below.
          The audio is not requested before it is played, because each request for it is audited. */}
      <audio {...playback.audioProps} src={link.data?.url} preload="none" />
      {playback.hasFailed && <LoadingFailure onTryAgain={tryAgain} />}
      <PlayerTimeline timeline={timeline} playback={playback} />
      <PlayerControls
        playback={playback}
        lengthMs={timeline.lengthMs}
        url={link.data?.url}
        filename={nameRecording(call, language)}
      >
        {silence && <SkipSilenceButton {...silence} />}
        {place === 'details' && <DeleteRecording call={call} />}
      </PlayerControls>
    </section>
  )
}

function LoadingFailure({ onTryAgain }: { onTryAgain: () => void }) {
  const { t } = useLanguage()
  return (
    <Callout
      tone="danger"
      role="alert"
      className="mb-3"
      title={t('player.failed')}
      action={
        <Button size="small" onClick={onTryAgain}>
          {t('common.try-again')}
        </Button>
      }
    />
  )
}
