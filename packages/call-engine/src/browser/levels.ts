const levelIntervalMs = 100

/** Measures the level of a microphone on the source track, so that it works while muted. */
export function watchMicrophoneLevel(
  track: MediaStreamTrack,
  onLevel: (level: number) => void,
): { close(): void } {
  const context = new AudioContext()
  const source = context.createMediaStreamSource(new MediaStream([track]))
  const analyser = new AnalyserNode(context, { fftSize: 1024 })
  source.connect(analyser)
  const samples = new Float32Array(analyser.fftSize)

  const timer = setInterval(() => {
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    analyser.getFloatTimeDomainData(samples)
    onLevel(loudness(samples))
  }, levelIntervalMs)

  return {
    close() {
      clearInterval(timer)
      source.disconnect()
      void context.close()
    },
  }
}

/** Returns 0 for silence (-60 dBFS and below) to 1 for full scale, linear in decibels. */
function loudness(samples: Float32Array): number {
  let energy = 0
  for (const sample of samples) energy += sample * sample
  const decibels = 10 * Math.log10(energy / samples.length + 1e-9)
  return Math.round(Math.min(1, Math.max(0, (decibels + 60) / 60)) * 100) / 100
}

/** Returns the level of the received audio, 0 to 1; 0 when the browser does not report it. */
export function inboundLevel(peer: RTCPeerConnection): number {
  const [source] = peer.getReceivers().flatMap((receiver) => receiver.getSynchronizationSources())
  const linear = source?.audioLevel ?? 0
  return linear === 0 ? 0 : Math.round(Math.max(0, (20 * Math.log10(linear) + 60) / 60) * 100) / 100
}
