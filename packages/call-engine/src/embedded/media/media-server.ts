import { addRtpLeg, createWebRtcOffer } from './add-leg.ts'
import { MediaState } from './media-state.ts'
import type { MediaCommandName, MediaEvent, MediaResult, ParsedCommand } from './protocol.ts'

/** The command handler of one media process, without its IPC channel. */
export interface MediaServer {
  /** @throws {Error} the message is one sentence that names the problem. */
  handle(command: ParsedCommand): Promise<unknown>
  /** Removes all legs and frees all resources. The server must not be used afterwards. */
  close(): Promise<void>
}

export function createMediaServer(emit: (event: MediaEvent) => void): MediaServer {
  const state = new MediaState(emit)
  return {
    handle: (command) => (handlers[command.command] as Handler<MediaCommandName>)(state, command),
    close: () => state.close(),
  }
}

type Handler<N extends MediaCommandName> = (
  state: MediaState,
  command: ParsedCommand<N>,
) => Promise<MediaResult<N>>

const handlers: { readonly [N in MediaCommandName]: Handler<N> } = {
  async start(state, command) {
    await state.start(command)
    return null
  },
  'open-conference': async (state, command) => state.openConference(command),
  async 'set-emergency'(state, command) {
    const conference = state.requireConference(command)
    conference.portUser = { ...conference.portUser, isEmergency: command.isEmergency }
    return null
  },
  async 'close-conference'(state, { conferenceId }) {
    await state.closeConference(conferenceId)
    return null
  },
  'offer-webrtc': (state, command) => createWebRtcOffer(state.requireConference(command), command, state),
  async 'answer-webrtc'(state, command) {
    const { pending } = state.requireLeg(command)
    if (pending?.id !== command.connectionId)
      throw new Error('No pending WebRTC offer has this connection id.')
    await pending.answer(command.sdp)
    return null
  },
  'add-rtp-leg': (state, command) => addRtpLeg(state.requireConference(command), command, state.settings),
  async 'connect-rtp'(state, command) {
    const leg = state.requireLeg(command)
    if (!leg.rtp) throw new Error(`Leg ${command.legId} is not an RTP leg.`)
    await leg.rtp.connect(command.agreement)
    leg.isEarly = command.isEarly
    state.requireConference(command).invalidateMixPlan()
    return null
  },
  async 'remove-leg'(state, command) {
    await state.requireConference(command).removeLeg(command.legId)
    return null
  },
  async 'set-audio-sources'(state, command) {
    state.changeLeg(command, (leg) => {
      leg.audioSources = command.others && new Set(command.others)
    })
    return null
  },
  async 'set-muted'(state, command) {
    state.changeLeg(command, (leg) => {
      leg.isMuted = command.muted
    })
    return null
  },
  async 'set-held'(state, command) {
    state.changeLeg(command, (leg) => {
      leg.isHeld = command.held
    })
    return null
  },
  async 'add-player'(state, command) {
    await state.requireConference(command).addPlayer(command)
    return null
  },
  async 'adopt-legs'(state, command) {
    const from = state.requireConference({ conferenceId: command.from })
    state.requireConference(command).adoptLegs(from)
    return null
  },
  async 'send-digits'(state, command) {
    if (state.requireLeg(command).transport?.sendDigits(command.digits)) return null
    throw new Error(`Leg ${command.legId} did not negotiate telephone events.`)
  },
  async 'start-recording'(state, command) {
    return [...(await state.requireConference(command).startRecording(command))]
  },
  async 'set-recording-paused'(state, command) {
    state.requireConference(command).setRecordingPaused(command.isPaused)
    return null
  },
  async 'withhold-leg'(state, command) {
    state.requireConference(command).withholdLeg(command.legId)
    return null
  },
  'record-leg': (state, command) => state.requireConference(command).recordLeg(command.legId),
  'stop-recording': async (state, command) => [...(await state.requireConference(command).stopRecording())],
  inspect: async (state) => state.inspect(),
  ping: async () => null,
  async stop(state) {
    await state.close()
    return null
  },
}
