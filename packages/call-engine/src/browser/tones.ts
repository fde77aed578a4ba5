import type { Cadence } from './tone-table.ts'
import { keyFrequencies, tonesForCountry } from './tone-table.ts'
import type { AudioDevices, Ringtone, Tones } from './types.ts'

const toneVolume = 0.08
const ringVolume = 0.25
const keyMs = 120
const failureToneMs = 4_000
/** Cadences are scheduled ahead on the audio clock, where a busy page cannot delay them. */
const scheduleAheadMs = 120_000
const rampSeconds = 0.005

const ringCadences: Readonly<Record<Ringtone, Cadence>> = {
  classic: { frequenciesHz: [523, 659], pattern: [400, 200, 400, 2_000] },
  chime: { frequenciesHz: [784, 988], pattern: [150, 100, 150, 100, 600, 2_200] },
  pulse: { frequenciesHz: [440, 587], pattern: [120, 120, 120, 120, 120, 1_800] },
}
const waitingCadence: Cadence = { frequenciesHz: [440], pattern: [200, 200, 200, 4_000] }

type SinkContext = AudioContext & { setSinkId?: (id: string) => Promise<void> }

/** Creates tones in the page, without network latency. */
export function createTones(devices: AudioDevices): Tones {
  let context: SinkContext | null = null
  let sounding: GainNode | null = null

  const ready = (output: 'speakerId' | 'ringerId'): SinkContext => {
    context ??= new AudioContext()
    const id = devices.get()[output]
    void context.setSinkId?.(id === 'default' ? '' : id).catch(() => undefined)
    // Before the first user gesture the context stays suspended; the tone starts with the gesture.
    void context.resume().catch(() => undefined)
    return context
  }

  const stop = () => {
    sounding?.disconnect()
    sounding = null
  }
  const sound = (cadence: Cadence, lastsMs: number, volume: number, output: 'speakerId' | 'ringerId') => {
    stop()
    sounding = playCadence(ready(output), cadence, lastsMs, volume)
  }

  return {
    ringback: (country) => sound(tonesForCountry(country).ringback, scheduleAheadMs, toneVolume, 'speakerId'),
    busy: (country) => sound(tonesForCountry(country).busy, failureToneMs, toneVolume, 'speakerId'),
    congestion: (country) =>
      sound(tonesForCountry(country).congestion, failureToneMs, toneVolume, 'speakerId'),
    ring: (ringtone, volume) =>
      sound(ringCadences[ringtone], scheduleAheadMs, (ringVolume * volume) / 100, 'ringerId'),
    callWaiting: () => sound(waitingCadence, scheduleAheadMs, toneVolume, 'speakerId'),
    key(digit) {
      const frequenciesHz = keyFrequencies(digit)
      if (frequenciesHz)
        playCadence(ready('speakerId'), { frequenciesHz, pattern: [keyMs, 0] }, keyMs, toneVolume)
    },
    stop,
    close() {
      stop()
      void context?.close()
      context = null
    },
  }
}

function playCadence(context: AudioContext, cadence: Cadence, lastsMs: number, volume: number): GainNode {
  const gain = new GainNode(context, { gain: 0 })
  gain.connect(context.destination)
  const begin = context.currentTime + 0.01
  const end = begin + lastsMs / 1_000

  let at = begin
  for (let step = 0; at < end; step++) {
    const target = step % 2 === 0 ? volume : 0
    gain.gain.setTargetAtTime(target, at, rampSeconds)
    at += (cadence.pattern[step % cadence.pattern.length] ?? lastsMs) / 1_000
  }
  gain.gain.setTargetAtTime(0, end, rampSeconds)

  for (const frequency of cadence.frequenciesHz) {
    const oscillator = new OscillatorNode(context, { frequency })
    oscillator.connect(gain)
    oscillator.start(begin)
    oscillator.stop(end + 10 * rampSeconds)
    oscillator.addEventListener('ended', () => gain.disconnect(), { once: true })
  }
  return gain
}
