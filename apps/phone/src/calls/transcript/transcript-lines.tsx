import type { Call, transcripts } from '@parley/contract/phone'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { legName } from '../describe-call.ts'
import { findLineAt, findLinesWith } from './find-line.ts'
import type { PlaybackLink } from './playback-link.ts'
import { TranscriptLine } from './transcript-line.tsx'
import { TranscriptSearch } from './transcript-search.tsx'

interface TranscriptLinesProps {
  call: Call
  lines: readonly transcripts.TranscriptLine[]
  playback: PlaybackLink
  isFollowing: boolean
}

/** The lines of a transcript in a list that scrolls, with a search. */
export function TranscriptLines({ call, lines, playback, isFollowing }: TranscriptLinesProps) {
  const language = useLanguage()
  const list = useRef<HTMLOListElement>(null)
  const [search, setSearch] = useState('')
  const [match, setMatch] = useState(0)
  const { subscribe, get } = playback.positionMs
  const current = useSyncExternalStore(subscribe, () => findLineAt(lines, get()))
  const matches = findLinesWith(lines, search)
  const position = Math.min(match, matches.length - 1)
  const found = matches[position] ?? -1
  useScrollTo(list, isFollowing ? current : -1)
  useScrollTo(list, found)
  const names = new Map(
    call.legs.map((leg, index) => [leg.id, { name: legName(leg, language), voice: index }]),
  )

  return (
    <>
      <TranscriptSearch
        search={search}
        onSearch={(text) => {
          setSearch(text)
          setMatch(0)
        }}
        count={matches.length}
        position={position}
        onMove={(step) => setMatch((position + step + matches.length) % matches.length)}
      />
      <ol ref={list} className="relative max-h-120 overflow-y-auto py-2" tabIndex={-1}>
        {lines.map((line, index) => (
          <TranscriptLine
            key={line.id}
            callId={call.id}
            line={line}
            speaker={names.get(line.legId)?.name ?? language.t('calls.unknown')}
            voice={names.get(line.legId)?.voice ?? 0}
            search={search}
            isCurrent={index === current}
            isFound={index === found}
            onPlay={playback.playFrom}
          />
        ))}
      </ol>
    </>
  )
}

/** Scrolls the list, and nothing around it, to a line when that changes. */
function useScrollTo(list: React.RefObject<HTMLOListElement | null>, index: number): void {
  useEffect(() => {
    const line = list.current?.children[index]
    if (!list.current || !(line instanceof HTMLElement)) return
    const isCalm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
    list.current.scrollTo?.({
      top: line.offsetTop - list.current.clientHeight / 3,
      behavior: isCalm ? 'auto' : 'smooth',
    })
  }, [list, index])
}
