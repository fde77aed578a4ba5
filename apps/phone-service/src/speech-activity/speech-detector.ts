import { frameMs } from './frame.ts'
import { createTonalFrames } from './tonal-frames.ts'
import { openVoiceFrames } from './voice-frames.ts'

/** A stretch of speech, in milliseconds. */
export interface SpeechInterval {
  readonly startMs: number
  readonly endMs: number
}

/**
 * A shorter pause does not end a stretch of speech. It covers the closures of plosives and short breaths; pauses between
 * turns start at about 200 ms (Heldner and Edlund, "Pauses, gaps and overlaps in conversations", Journal of Phonetics 38,
 * 2010).
 */
const minPauseMs = 300
/** A shorter sound is a click or a cough. The shortest words, such as "yes", take longer. */
const minSpeechMs = 160
/** Frames before and after one whose tones decide with it whether it is speech: half a second. */
const contextFrames = 500 / frameMs
/** With a greater share of tonal frames among those that sound like a voice, the middle one is not speech. */
const maxTonalShare = 0.3

export interface SpeechDetector extends Disposable {
  /** Adds the next samples of the track. */
  add(samples: Int16Array): void
  /** Ends the track and returns its speech, in milliseconds from its first sample. */
  finish(): SpeechInterval[]
}

type Sound = 'none' | 'voice' | 'tone' | 'unknown'

/**
 * Detects the speech of one track. See {@link findSpeech}. The memory does not grow with the track, except for the
 * intervals that are found.
 *
 * @throws {Error} for a sample rate other than 8, 16, 32 and 48 kHz
 */
export async function openSpeechDetector(sampleRate: number): Promise<SpeechDetector> {
  const voiceFrames = await openVoiceFrames(sampleRate)
  const tonalFrames = createTonalFrames(sampleRate)
  const context = createContext()
  const frame = new Int16Array((sampleRate * frameMs) / 1000)
  let filled = 0

  function classify(): Sound {
    if (!voiceFrames.isVoice(frame)) {
      tonalFrames.skip(frame)
      return 'none'
    }
    const isTonal = tonalFrames.isTonal(frame)
    if (isTonal === null) return 'unknown'
    return isTonal ? 'tone' : 'voice'
  }

  return {
    add(samples) {
      for (let at = 0; at < samples.length; ) {
        const part = samples.subarray(at, at + frame.length - filled)
        frame.set(part, filled)
        filled += part.length
        at += part.length
        if (filled < frame.length) break
        filled = 0
        context.add(classify())
      }
    },
    finish: () => context.finish(),
    [Symbol.dispose]: () => voiceFrames[Symbol.dispose](),
  }
}

/** Decides for each frame with those around it whether it is speech, and joins the frames to intervals. */
function createContext() {
  const intervals: SpeechInterval[] = []
  /** The frame that is decided next, those before it, and those after it. */
  const recent: Sound[] = []
  const counts: Record<Sound, number> = { none: 0, voice: 0, tone: 0, unknown: 0 }
  /** Index in `recent` of the frame that is decided next. */
  let index = 0
  let startMs = 0
  let current: { startMs: number; endMs: number } | null = null

  function decideNext(): void {
    while (index > contextFrames) {
      const oldest = recent.shift()
      if (oldest) counts[oldest] -= 1
      index -= 1
    }
    const known = counts.voice + counts.tone
    const isTonal = known > 0 && counts.tone / known > maxTonalShare
    if (recent[index] !== 'none' && !isTonal) addSpeech()
    index += 1
    startMs += frameMs
  }

  function addSpeech(): void {
    if (current && startMs - current.endMs >= minPauseMs) endInterval()
    current ??= { startMs, endMs: startMs }
    current.endMs = startMs + frameMs
  }

  function endInterval(): void {
    if (current && current.endMs - current.startMs >= minSpeechMs) intervals.push(current)
    current = null
  }

  return {
    add(sound: Sound): void {
      recent.push(sound)
      counts[sound] += 1
      if (recent.length - index > contextFrames) decideNext()
    },
    finish(): SpeechInterval[] {
      while (index < recent.length) decideNext()
      endInterval()
      return intervals
    },
  }
}
