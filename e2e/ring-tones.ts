import type { Page } from 'playwright-core'

/** The tones that a page plays, each with what measures it. */
type Playing = Map<AudioNode, AnalyserNode>

/** Keeps the tones that a page plays. Runs there. */
export function recordTones(): void {
  const playing: Playing = new Map()
  Object.assign(globalThis, { playing })
  const { connect, disconnect } = GainNode.prototype
  Object.assign(GainNode.prototype, {
    connect(this: GainNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) {
        const analyser = new AnalyserNode(this.context, { fftSize: 4_096 })
        Reflect.apply(connect, this, [analyser])
        playing.set(this, analyser)
      }
      return Reflect.apply(connect, this, [to])
    },
    disconnect(this: GainNode) {
      playing.delete(this)
      Reflect.apply(disconnect, this, [])
    },
  })
}

export function isRinging(page: Page): Promise<boolean> {
  return page.evaluate(() => (globalThis as unknown as { playing: Playing }).playing.size > 0)
}

/**
 * Returns the largest amplitude of each frequency in what a page plays during four seconds, longer than the pause of a
 * ringtone.
 */
export function measureTones(page: Page, frequenciesHz: readonly number[]): Promise<number[]> {
  return page.evaluate(async (frequencies) => {
    const { playing } = globalThis as unknown as { playing: Playing }
    const samples = new Float32Array(4_096)
    const largest = frequencies.map(() => 0)
    for (const end = Date.now() + 4_000; Date.now() < end; ) {
      for (const analyser of playing.values()) {
        analyser.getFloatTimeDomainData(samples)
        for (const [index, frequency] of frequencies.entries()) {
          const step = (2 * Math.PI * frequency) / analyser.context.sampleRate
          let [real, imaginary] = [0, 0]
          for (const [at, sample] of samples.entries()) {
            real += sample * Math.cos(step * at)
            imaginary += sample * Math.sin(step * at)
          }
          const amplitude = (2 * Math.hypot(real, imaginary)) / samples.length
          largest[index] = Math.max(largest[index] ?? 0, amplitude)
        }
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return largest
  }, frequenciesHz)
}
