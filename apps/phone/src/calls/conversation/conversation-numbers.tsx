import type { Call, callMetrics } from '@parley/contract/phone'
import { formatDuration, formatPosition, getVoice, voiceClass } from '@parley/ui'
import { type ReactNode, useId } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { legName } from '../describe-call.ts'

type CallMetrics = callMetrics.CallMetrics
type Questions = readonly { readonly legId: string; readonly count: number }[]

interface ConversationNumbersProps {
  call: Call
  metrics: CallMetrics
  /** Of each leg that has lines in the transcript; null without a complete transcript. */
  questions: Questions | null
  onSeek: (ms: number) => void
}

/** The numbers of each participant, and of the silence between them. */
export function ConversationNumbers({ call, metrics, questions, onSeek }: ConversationNumbersProps) {
  const { t } = useLanguage()
  const { longest, totalMs } = metrics.silence
  return (
    <>
      <ul>
        {metrics.participants.map((participant) => (
          <Participant
            key={participant.legIds[0]}
            call={call}
            participant={participant}
            questions={questions}
            onSeek={onSeek}
          />
        ))}
      </ul>
      <dl className={factsClass}>
        <Fact term={t('conversation.silence')}>{formatDuration(totalMs)}</Fact>
        <Fact term={t('conversation.longest-silence')}>
          {longest ? <PartButton part={longest} onSeek={onSeek} /> : t('conversation.none')}
        </Fact>
      </dl>
      <details className="border-t border-line px-4.5 py-3 text-small text-ink-soft">
        <summary className="w-max max-w-full">{t('conversation.how')}</summary>
        <p className="mt-2 max-w-prose">{t('conversation.how-sentence')}</p>
        {questions && <p className="mt-2 max-w-prose">{t('conversation.how-questions')}</p>}
      </details>
    </>
  )
}

const factsClass = 'grid grid-cols-2 gap-x-6 px-4.5 py-3 text-small max-sm:grid-cols-[minmax(0,1fr)]'

interface ParticipantProps {
  call: Call
  participant: CallMetrics['participants'][number]
  questions: Questions | null
  onSeek: (ms: number) => void
}

function Participant({ call, participant, questions, onSeek }: ParticipantProps) {
  const language = useLanguage()
  const { t, locale } = language
  const nameId = useId()
  const index = call.legs.findIndex(({ id }) => participant.legIds.includes(id))
  const leg = call.legs[index]
  const name = leg ? legName(leg, language) : t('calls.unknown')
  const share = new Intl.NumberFormat(locale, { style: 'percent' }).format(participant.talkShare)
  const { replyGap, monologue } = participant

  return (
    <li className={`border-b border-line pt-3 ${voiceClass[getVoice(Math.max(0, index))]}`}>
      <p className="flex gap-3 px-4.5">
        <span id={nameId} className="min-w-0 flex-1 truncate font-semibold text-voice" title={name}>
          {name}
        </span>
        <span className="whitespace-nowrap tabular-nums">
          <span className="text-small text-ink-soft">{t('conversation.talk-share')}</span> <b>{share}</b>
        </span>
      </p>
      <div aria-hidden className="mx-4.5 mt-1.5 h-2 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-voice" style={{ width: `${participant.talkShare * 100}%` }} />
      </div>
      <dl aria-labelledby={nameId} className={factsClass}>
        <Fact term={t('conversation.talk-time')}>{formatDuration(participant.talkMs)}</Fact>
        <Fact term={t('conversation.longest-monologue')}>
          {monologue ? <PartButton part={monologue} onSeek={onSeek} /> : t('conversation.none')}
        </Fact>
        <Fact term={t('conversation.interruptions')}>{participant.interruptions}</Fact>
        <Fact term={t('conversation.reply-gap')}>
          {replyGap ? formatSeconds(replyGap.medianMs, locale) : t('conversation.none')}
        </Fact>
        {questions && (
          <Fact term={t('conversation.questions')}>{countQuestions(participant, questions)}</Fact>
        )}
      </dl>
    </li>
  )
}

/** Returns the questions of a participant, who may have had several legs. */
function countQuestions({ legIds }: ParticipantProps['participant'], questions: Questions): number {
  return questions.reduce((sum, { legId, count }) => sum + (legIds.includes(legId) ? count : 0), 0)
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex min-h-8 items-center justify-between gap-3">
      <dt className="min-w-0 text-ink-soft">{term}</dt>
      <dd className="m-0 whitespace-nowrap tabular-nums">{children}</dd>
    </div>
  )
}

interface PartButtonProps {
  part: { readonly startMs: number; readonly endMs: number }
  onSeek: (ms: number) => void
}

/** The length of a part of the recording, with a button that moves the player to its beginning. */
function PartButton({ part: { startMs, endMs }, onSeek }: PartButtonProps) {
  const { t } = useLanguage()
  const position = formatPosition(startMs)
  return (
    <>
      {formatDuration(endMs - startMs)}{' '}
      <button
        type="button"
        aria-label={t('conversation.show', { position })}
        title={t('conversation.show', { position })}
        onClick={() => onSeek(startMs)}
        className="hit-area relative rounded-chip bg-accent-soft px-1.5 py-0.5 font-mono text-label text-accent hover:underline"
      >
        {position}
      </button>
    </>
  )
}

/** Formats a short time with one decimal: "0.6 s". */
function formatSeconds(ms: number, locale: string): string {
  const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  return `${new Intl.NumberFormat(locale, options).format(ms / 1_000)} s`
}
