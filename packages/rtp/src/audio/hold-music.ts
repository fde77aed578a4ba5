import type { AudioSource } from './audio-source.ts'
import type { SampleRate } from './frame.ts'

/**
 * Creates the music on hold: arpeggios over four chords and a soft bass, looping every 32 s. The piece is
 * synthesized, so it is free of third-party rights, and it is the same each time.
 */
export function createHoldMusic(sampleRate: SampleRate): AudioSource {
  let music = pieces.get(sampleRate)
  if (!music) {
    music = renderPiece(sampleRate)
    pieces.set(sampleRate, music)
  }
  const piece = music
  let position = 0

  return {
    read(samples) {
      const pcm = new Int16Array(samples)
      for (let i = 0; i < samples; i++) {
        pcm[i] = piece[position]!
        position = (position + 1) % piece.length
      }
      return pcm
    },
  }
}

/** Rendered once per sample rate and shared by all held legs. */
const pieces = new Map<SampleRate, Int16Array>()

const noteSeconds = 0.25
const notesPerChord = 16
const ringSeconds = 1.8

/** Notes as semitones from A3 (220 Hz). In the second half the upper voice moves while the bass stays. */
const chords = [
  { bass: -12, notes: [0, 3, 7, 10, 12, 15] },
  { bass: -16, notes: [-4, 0, 3, 7, 8, 12] },
  { bass: -9, notes: [-9, -2, 3, 7, 10, 15] },
  { bass: -14, notes: [-2, 2, 5, 10, 14, 17] },
  { bass: -12, notes: [0, 3, 7, 12, 15, 19] },
  { bass: -16, notes: [-4, 3, 7, 8, 12, 15] },
  { bass: -7, notes: [-7, 0, 5, 8, 12, 17] },
  { bass: -14, notes: [-2, 5, 7, 10, 14, 17] },
]
const figure = [0, 2, 3, 4, 5, 4, 3, 2, 1, 3, 4, 5, 4, 3, 2, 3]

/** After this time the music repeats. */
export const holdMusicSeconds = chords.length * notesPerChord * noteSeconds

function renderPiece(sampleRate: SampleRate): Int16Array {
  const mix = new Float64Array(holdMusicSeconds * sampleRate)
  chords.forEach(({ bass, notes }, chord) => {
    const chordStart = chord * notesPerChord * noteSeconds
    addNote(mix, sampleRate, chordStart, bass, 0.5, 3.5)
    figure.forEach((voice, beat) => {
      const loudness = beat % 4 === 0 ? 0.32 : 0.2
      addNote(mix, sampleRate, chordStart + beat * noteSeconds, notes[voice]!, loudness, ringSeconds)
    })
  })
  const peak = mix.reduce((highest, sample) => Math.max(highest, Math.abs(sample)), 0)
  // `Int16Array.from` with a function takes ten times as long.
  return new Int16Array(mix.map((sample) => Math.round((sample / peak) * 9_000)))
}

/**
 * Adds a plucked string: three partials with exponential decay, higher partials faster. The tail past the end
 * wraps to the start.
 */
function addNote(
  mix: Float64Array,
  sampleRate: SampleRate,
  startSeconds: number,
  semitones: number,
  loudness: number,
  seconds: number,
): void {
  const frequencyHz = 220 * 2 ** (semitones / 12)
  const start = Math.round(startSeconds * sampleRate)
  const length = Math.round(seconds * sampleRate)
  for (let partial = 1; partial <= 3; partial++) {
    // A recursive damped oscillator: computing a sine and an exponential per sample would take seconds.
    const angle = (2 * Math.PI * frequencyHz * partial) / sampleRate
    const damping = Math.exp(-(1.6 + 1.4 * partial) / sampleRate)
    const coefficient = 2 * damping * Math.cos(angle)
    let last = 0
    let before = -Math.sin(angle) / damping
    for (let i = 0; i < length; i++) {
      const attack = Math.min(1, i / (0.008 * sampleRate))
      const release = Math.min(1, (length - i) / (0.05 * sampleRate))
      const at = (start + i) % mix.length
      mix[at] = mix[at]! + (loudness * attack * release * last) / partial ** 1.5
      const next = coefficient * last - damping * damping * before
      before = last
      last = next
    }
  }
}
