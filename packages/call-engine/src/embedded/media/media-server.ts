import { createSocket } from 'node:dgram'
import { createHoldMusic, type FrameClock, frameMs, startFrameClock } from '@parley/rtp'
import nodeDataChannel from 'node-datachannel'
import { addRtpLeg, createWebRtcOffer } from './add-leg.ts'
import { createFrameLateness } from './frame-lateness.ts'
import { MediaConference } from './media-conference.ts'
import type { MediaLeg } from './media-leg.ts'
import { openPlaybackSource } from './media-playback.ts'
import type { MediaCommandName, MediaEvent, MediaResult, ParsedCommand, ProcessState } from './protocol.ts'

type Settings = ParsedCommand<'start'>

/** The command handler of one media process, without its IPC channel. */
export interface MediaServer {
  /** @throws {Error} the message is one sentence that names the problem. */
  handle(command: ParsedCommand): Promise<unknown>
  /** Removes all legs and frees all resources. The server must not be used afterwards. */
  close(): Promise<void>
}

export function createMediaServer(emit: (event: MediaEvent) => void): MediaServer {
  const conferences = new Map<string, MediaConference>()
  const lateness = createFrameLateness()
  let settings: Settings | null = null
  let clock: FrameClock | null = null
  let frames = 0
  let skippedFrames = 0

  const tick = (latenessMs: number, skipped: number) => {
    const all = [...conferences.values()]
    for (const conference of all) conference.frame(skipped)
    lateness.add(latenessMs)
    skippedFrames += skipped
    const qualityEveryFrames = Math.round(settings!.qualityIntervalMs / frameMs)
    if (++frames % qualityEveryFrames === 0) for (const conference of all) conference.emitQuality()
  }
  const requireSettings = (): Settings => {
    if (!settings) throw new Error('The media process has not received its settings.')
    return settings
  }
  const requireConference = ({ conferenceId }: { readonly conferenceId: string }): MediaConference => {
    requireSettings()
    const conference = conferences.get(conferenceId)
    if (!conference) throw new Error(`Conference ${conferenceId} does not exist.`)
    return conference
  }
  const requireLeg = (command: { readonly conferenceId: string; readonly legId: string }): MediaLeg =>
    requireConference(command).leg(command.legId)
  const set = (
    command: { readonly conferenceId: string; readonly legId: string },
    change: (leg: MediaLeg) => void,
  ) => {
    change(requireLeg(command))
    requireConference(command).invalidateMixPlan()
    return null
  }
  const inspect = (): ProcessState => {
    const legs = [...conferences.values()].flatMap((conference) => conference.legs)
    const { user, system } = process.cpuUsage()
    const late = lateness.take()
    return {
      conferences: conferences.size,
      legs: legs.length,
      connections: legs.filter((leg) => leg.transport !== null).length,
      sockets: process.getActiveResourcesInfo().filter((name) => name === 'UDPWrap').length,
      residentBytes: process.memoryUsage.rss(),
      cpuMs: (user + system) / 1000,
      frames,
      skippedFrames,
      frameLatenessP99Ms: late.p99Ms,
      frameLatenessMaxMs: late.maxMs,
    }
  }

  const handlers: { [N in MediaCommandName]: (command: ParsedCommand<N>) => Promise<MediaResult<N>> } = {
    async start(command) {
      if (settings) throw new Error('The media process already has its settings.')
      await checkPort(command.webRtcAddress, command.webRtcPort)
      // Rendering it takes longer than one frame, so it is done before the clock starts.
      createHoldMusic(8000)
      settings = command
      clock = startFrameClock(tick)
      return null
    },
    async 'open-conference'({ conferenceId }) {
      const { mediaTimeoutMs } = requireSettings()
      if (conferences.has(conferenceId)) throw new Error(`Conference ${conferenceId} already exists.`)
      conferences.set(conferenceId, new MediaConference({ id: conferenceId, mediaTimeoutMs, emit }))
      return null
    },
    async 'close-conference'({ conferenceId }) {
      requireSettings()
      const conference = conferences.get(conferenceId)
      await conference?.close()
      conferences.delete(conferenceId)
      return null
    },
    'offer-webrtc': (command) => createWebRtcOffer(requireConference(command), command, requireSettings()),
    async 'answer-webrtc'(command) {
      const { pending } = requireLeg(command)
      if (pending?.id !== command.connectionId)
        throw new Error('No pending WebRTC offer has this connection id.')
      await pending.answer(command.sdp)
      return null
    },
    async 'add-webrtc-candidate'(command) {
      const { pending } = requireLeg(command)
      if (pending?.id === command.connectionId) pending.addCandidate(command.candidate, command.mid)
      return null
    },
    'add-rtp-leg': (command) => addRtpLeg(requireConference(command), command.legId, requireSettings()),
    async 'connect-rtp'(command) {
      const { rtp } = requireLeg(command)
      if (!rtp) throw new Error(`Leg ${command.legId} is not an RTP leg.`)
      await rtp.connect(command.agreement)
      requireConference(command).invalidateMixPlan()
      return null
    },
    async 'remove-leg'(command) {
      await requireConference(command).removeLeg(command.legId)
      return null
    },
    'set-audio-sources': async (command) =>
      set(command, (leg) => {
        leg.audioSources = command.others && new Set(command.others)
      }),
    'set-muted': async (command) =>
      set(command, (leg) => {
        leg.isMuted = command.muted
      }),
    'set-held': async (command) =>
      set(command, (leg) => {
        leg.isHeld = command.held
      }),
    async play(command) {
      const leg = requireLeg(command)
      const { playbackId, mode, limitMs } = command
      const sound = await openPlaybackSource(command.source)
      if (requireConference(command).find(leg.id) !== leg) throw new Error(`Leg ${leg.id} has left.`)
      leg.playbacks.add({ id: playbackId, audio: sound, mode, limitMs })
      return null
    },
    async 'stop-playback'(command) {
      requireConference(command).find(command.legId)?.playbacks.stop(command.playbackId)
      return null
    },
    async 'send-digits'(command) {
      if (requireLeg(command).transport?.sendDigits(command.digits)) return null
      throw new Error(`Leg ${command.legId} did not negotiate telephone events.`)
    },
    async 'start-recording'(command) {
      const { recordingId, directory, legIds } = command
      return [...(await requireConference(command).startRecording(recordingId, directory, legIds))]
    },
    'record-leg': (command) => requireConference(command).recordLeg(command.legId),
    'stop-recording': async (command) => [...(await requireConference(command).stopRecording())],
    inspect: async () => inspect(),
    async stop() {
      await close()
      return null
    },
  }
  const close = async () => {
    await Promise.all([...conferences.values()].map((conference) => conference.close()))
    conferences.clear()
    clock?.stop()
    // Blocks until the threads of all connections have ended.
    nodeDataChannel.cleanup()
  }

  return {
    handle: (command) => (handlers[command.command] as (checked: ParsedCommand) => Promise<unknown>)(command),
    close,
  }
}

/** libdatachannel reports a taken port only when it finds no candidate; this check reports it immediately. */
async function checkPort(address: string | null, port: number): Promise<void> {
  const socket = createSocket(address?.includes(':') ? 'udp6' : 'udp4')
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('error', (error: NodeJS.ErrnoException) => {
        const reason = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be bound (${error.code})`
        reject(new Error(`UDP port ${port} ${reason}.`))
      })
      socket.bind({ address: address ?? undefined, port, exclusive: true }, resolve)
    })
  } finally {
    await new Promise<void>((resolve) => socket.close(() => resolve()))
  }
}
