import { Button } from '@parley/ui'
import { Play, Square } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLanguage } from '../i18n/language.tsx'
import { createAudioUrl } from './prepare-audio.ts'

interface PlayButtonProps {
  /** The name of the audio, for screen readers, in a list. */
  name?: string
  /** Returns the audio: a WAV file in Base64. */
  load: () => Promise<string>
  onError: (error: unknown) => void
}

/** Plays audio, and stops it. */
export function PlayButton({ name, load, onError }: PlayButtonProps) {
  const { t } = useLanguage()
  const [state, setState] = useState<'idle' | 'loading' | 'playing'>('idle')
  const audio = useRef<HTMLAudioElement | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      stopPlaying(audio.current)
    }
  }, [])

  function stop(): void {
    stopPlaying(audio.current)
    audio.current = null
    setState('idle')
  }

  async function play(): Promise<void> {
    setState('loading')
    try {
      const loaded = await load()
      if (!isMounted.current) return
      const playing = new Audio(createAudioUrl(loaded))
      audio.current = playing
      playing.onended = stop
      await playing.play()
      setState('playing')
    } catch (error) {
      stop()
      onError(error)
    }
  }

  const isPlaying = state === 'playing'
  const label = t(isPlaying ? 'announcements.stop' : 'announcements.play')
  return (
    <Button
      size="small"
      icon={isPlaying ? Square : Play}
      state={state === 'loading' ? 'busy' : 'idle'}
      aria-label={name === undefined ? undefined : `${label}: ${name}`}
      onClick={() => (isPlaying ? stop() : void play())}
    >
      {label}
    </Button>
  )
}

function stopPlaying(audio: HTMLAudioElement | null): void {
  if (!audio) return
  audio.onended = null
  audio.pause()
  URL.revokeObjectURL(audio.src)
}
