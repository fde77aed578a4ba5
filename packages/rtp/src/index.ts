/**
 * Real-time audio: RTP, RTCP and SRTP, telephony codecs, telephone events, a jitter buffer, call progress
 * tones, and measurements of what arrives. The package has no knowledge of calls or signalling.
 *
 * Most callers need only {@link openRtpAudio}: one audio stream on one UDP port. PCM is 16-bit mono
 * everywhere, in frames of {@link frameMs}, at 8 or 16 kHz.
 */

export type { AudioSource } from './audio/audio-source.ts'
export type { SampleRate } from './audio/frame.ts'
export { clip16, frameMs, samplesPerFrame } from './audio/frame.ts'
export { detectTones, goertzelPower } from './audio/goertzel.ts'
export { createHoldMusic, holdMusicSeconds } from './audio/hold-music.ts'
export { audioLevel } from './audio/level.ts'
export type { Resampler } from './audio/resample.ts'
export { createResampler } from './audio/resample.ts'
export type { CallProgressTone, ToneCountry, ToneSegment } from './audio/tones.ts'
export { createCallProgressTone, createDtmfTone, createSine, createTone } from './audio/tones.ts'
export type { WavAudio, WavWriter } from './audio/wav.ts'
export { createWavWriter, readWav, recoverWav } from './audio/wav.ts'
export type { AudioDecoder, AudioEncoder } from './codec/audio-codec.ts'
export type { CodecFormat, CodecName } from './codec/codec.ts'
export { codecFormats, createDecoder, createEncoder } from './codec/codec.ts'
export type { ReportBlock, RtcpPacket } from './packet/rtcp-packet.ts'
export { isRtcp, parseRtcp, serializeRtcp } from './packet/rtcp-packet.ts'
export type { RtpPacket } from './packet/rtp-packet.ts'
export { parseRtp, serializeRtp } from './packet/rtp-packet.ts'
export type { SrtpKey, SrtpSuite } from './packet/sdes.ts'
export { generateSdesKey } from './packet/sdes.ts'
export { createSrtpReceiver, createSrtpSender } from './packet/srtp.ts'
export type { AudioFormats, AudioStreamOptions } from './session/audio-stream.ts'
export { AudioStream } from './session/audio-stream.ts'
export { createDigitLimit } from './session/digit-limit.ts'
export type { FrameClock } from './session/frame-clock.ts'
export { startFrameClock } from './session/frame-clock.ts'
export { JitterBuffer } from './session/jitter-buffer.ts'
export { estimateMos } from './session/mos.ts'
export type { StreamQuality } from './session/rtcp-reporter.ts'
export { RtcpReporter } from './session/rtcp-reporter.ts'
export type { RtpAudio, RtpAudioOptions, RtpConnection } from './session/rtp-audio.ts'
export { openRtpAudio } from './session/rtp-audio.ts'
export type { RtpPeer, RtpSessionOptions } from './session/rtp-session.ts'
export { RtpSession } from './session/rtp-session.ts'
export type { RtpAddress } from './session/symmetric-target.ts'
