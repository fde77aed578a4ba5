import type { MicrophoneError } from '@parley/call-engine/browser'
import { announcements } from '@parley/contract/phone'
import { useEffect, useRef, useState } from 'react'
import { usePhone } from '../phone-context.tsx'

type RecorderState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'opening' }
  | { readonly phase: 'recording'; readonly startedAt: number }
  | { readonly phase: 'blocked'; readonly cause: MicrophoneError }

export interface Recorder {
  readonly state: RecorderState
  start(): void
  /** Ends the recording, which `onRecorded` receives. */
  stop(): void
}

/** Records the chosen microphone until it is stopped, at most as long as an announcement may be. */
export function useRecorder(onRecorded: (audio: Blob) => void): Recorder {
  const { devices } = usePhone()
  const [state, setState] = useState<RecorderState>({ phase: 'idle' })
  const running = useRef<{ finish: () => void; discard: () => void } | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      running.current?.discard()
    }
  }, [])

  async function start(): Promise<void> {
    setState({ phase: 'opening' })
    const microphone = await devices.openMicrophone()
    if ('cause' in microphone) return setState({ phase: 'blocked', cause: microphone.cause })
    if (!isMounted.current) return microphone.release()
    const recorder = new MediaRecorder(new MediaStream([microphone.track.get().track]))
    const parts: Blob[] = []
    let isDiscarded = false
    const finish = () => recorder.state === 'recording' && recorder.stop()
    const timer = setTimeout(finish, announcements.maxAnnouncementSeconds * 1_000)
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.onstop = () => {
      clearTimeout(timer)
      running.current = null
      microphone.release()
      if (isDiscarded) return
      setState({ phase: 'idle' })
      onRecorded(new Blob(parts, { type: recorder.mimeType }))
    }
    running.current = {
      finish,
      discard() {
        isDiscarded = true
        finish()
      },
    }
    recorder.start()
    setState({ phase: 'recording', startedAt: Date.now() })
  }

  return { state, start: () => void start(), stop: () => running.current?.finish() }
}
