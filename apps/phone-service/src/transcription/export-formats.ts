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

const unknownSpeaker = '?'

/** Returns one line of text for each line of the transcript: `[00:00:05] Ada: Good morning.` */
export function serializeText(lines: readonly ExportedLine[]): string {
  return lines
    .map(({ speaker, startMs, text }) => {
      const [time] = formatTime(startMs).split('.')
      return `[${time}] ${toOneLine(speaker ?? unknownSpeaker)}: ${toOneLine(text)}\n`
    })
    .join('')
}

/**
 * Returns a WebVTT file, in which each cue names its speaker. Texts and names are escaped, so that they contain no tags
 * and no further cues. Source: https://www.w3.org/TR/webvtt1/, sections 4.1 and 4.2.2.
 */
export function serializeVtt(lines: readonly ExportedLine[]): string {
  const cues = lines.map(({ speaker, startMs, endMs, text }) => {
    // A cue ends after its start, to the millisecond.
    const end = Math.max(startMs + 1, endMs)
    return `${formatTime(startMs)} --> ${formatTime(end)}\n<v ${toAnnotation(speaker)}>${escapeTags(toOneLine(text))}</v>\n`
  })
  return ['WEBVTT\n', ...cues].join('\n')
}

export function serializeJson(lines: readonly ExportedLine[], { startedAt }: ExportedCall): string {
  const exported = lines.map(({ words, startMs, ...line }) => ({
    startMs,
    ...line,
    words: words.map((word) => ({
      text: word.text,
      startMs: startMs + word.startMs,
      endMs: startMs + word.endMs,
    })),
  }))
  return `${JSON.stringify({ startedAt: new Date(startedAt).toISOString(), lines: exported }, null, 2)}\n`
}

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
