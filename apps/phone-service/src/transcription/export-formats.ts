import type { StoredWord } from './records/index.ts'

/** A line with its times in milliseconds since the start of the audio. */
export interface ExportedLine {
  /** The name or the number of the participant; null when neither is known. */
  readonly speaker: string | null
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly language: string | null
  readonly isEdited: boolean
  readonly words: readonly StoredWord[]
}

interface ExportedCall {
  /** Epoch milliseconds. */
  readonly startedAt: number
}

/** Serializes the lines of a transcript one after the other, so that it is never in memory as a whole. */
export interface ExportFormat {
  readonly type: string
  begin(call: ExportedCall): string
  serializeLine(line: ExportedLine, index: number): string
  readonly end: string
}

const unknownSpeaker = '?'

/** One line of text for each line of the transcript: `[00:00:05] Ada: Good morning.` */
const textFormat: ExportFormat = {
  type: 'text/plain',
  begin: () => '',
  serializeLine({ speaker, startMs, text }) {
    const [time] = formatTime(startMs).split('.')
    return `[${time}] ${toOneLine(speaker ?? unknownSpeaker)}: ${toOneLine(text)}\n`
  },
  end: '',
}

/**
 * WebVTT, in which each cue names its speaker. Texts and names are escaped, so that they contain no tags and no further
 * cues. Source: https://www.w3.org/TR/webvtt1/, sections 4.1 and 4.2.2.
 */
const vttFormat: ExportFormat = {
  type: 'text/vtt',
  begin: () => 'WEBVTT\n',
  serializeLine({ speaker, startMs, endMs, text }) {
    // A cue ends after its start, to the millisecond.
    const end = Math.max(startMs + 1, endMs)
    return `\n${formatTime(startMs)} --> ${formatTime(end)}\n<v ${toAnnotation(speaker)}>${escapeTags(toOneLine(text))}</v>\n`
  },
  end: '',
}

const jsonFormat: ExportFormat = {
  type: 'application/json',
  begin: ({ startedAt }) => `{"startedAt": ${JSON.stringify(new Date(startedAt).toISOString())}, "lines": [`,
  serializeLine({ words, startMs, ...line }, index) {
    const exported = {
      startMs,
      ...line,
      words: words.map((word) => ({
        text: word.text,
        startMs: startMs + word.startMs,
        endMs: startMs + word.endMs,
      })),
    }
    return `${index === 0 ? '' : ','}\n${JSON.stringify(exported)}`
  },
  end: '\n]}\n',
}

export const exportFormats = { txt: textFormat, vtt: vttFormat, json: jsonFormat } as const

/** Returns a time as `00:00:05.250`. */
function formatTime(ms: number): string {
  const pad = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0')
  const seconds = `${pad((ms / 1_000) % 60, 2)}.${pad(ms % 1_000, 3)}`
  return `${pad(ms / 3_600_000, 2)}:${pad((ms / 60_000) % 60, 2)}:${seconds}`
}

function toAnnotation(speaker: string | null): string {
  return escapeTags(toOneLine(speaker ?? unknownSpeaker))
}

function escapeTags(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function toOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
