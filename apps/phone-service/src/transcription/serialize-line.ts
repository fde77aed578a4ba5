import type { transcripts } from '@parley/contract/phone'
import type { StoredLine } from './records/index.ts'

/** Serializes a line with its times since the start of the audio of its call. */
export function serializeLine(line: StoredLine, audioStart: Date): transcripts.TranscriptLine {
  const { id, legId, startsAt, endsAt, text, language, edited } = line
  return {
    id,
    legId,
    startMs: startsAt.getTime() - audioStart.getTime(),
    endMs: endsAt.getTime() - audioStart.getTime(),
    text,
    language,
    edited: edited && { at: edited.at.getTime(), byName: edited.byName },
  }
}
