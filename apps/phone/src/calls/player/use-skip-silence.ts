import type { Call, callMetrics } from '@parley/contract/phone'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { usePhone } from '../../phone-context.tsx'
import type { Playback } from './use-playback.ts'

type Gap = callMetrics.CallMetrics['gaps'][number]

/** Of a gap, so much is played at both ends: the beginning of a word may be too quiet to be found. */
const marginMs = 250

/** The skipping of silence, and its switch. */
export interface SilenceSkipping {
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
}

/** Returns the gaps of an ended call in which no participant talks; none while they are not known. */
export function useGaps(call: Call, place: 'details' | 'list'): readonly Gap[] {
  const { queries } = usePhone()
  const isShown = place === 'details' && call.phase === 'ended'
  const metrics = useQuery({ ...queries.callMetrics(call.id), enabled: isShown })
  return metrics.data?.metrics?.gaps ?? []
}

/** Skips gaps while the recording is played, if the user wants that. Null for a recording without gaps. */
export function useSkipSilence(
  { atMs, isPlaying, seek }: Pick<Playback, 'atMs' | 'isPlaying' | 'seek'>,
  gaps: readonly Gap[],
): SilenceSkipping | null {
  const [isOn, setOn] = useState(false)
  const skip = useEffectEvent(() => {
    const targetMs = findSkipTarget(gaps, atMs)
    if (targetMs !== null) seek(targetMs)
  })
  const isActive = isOn && isPlaying
  useEffect(() => {
    // Looks again at each position.
    if (isActive && atMs >= 0) skip()
  }, [isActive, atMs])
  return gaps.length > 0 ? { isOn, setOn } : null
}

/** Returns the position at which the playback continues when it is in a gap; null when it is in none. */
function findSkipTarget(gaps: readonly Gap[], atMs: number): number | null {
  const gap = gaps.find(({ startMs, endMs }) => atMs >= startMs + marginMs && atMs < endMs - marginMs)
  return gap ? gap.endMs - marginMs : null
}
