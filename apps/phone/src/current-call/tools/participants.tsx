import type { Call, Leg } from '@parley/contract/phone'
import { Avatar, getVoice, IconButton, QualityBars, voiceClass } from '@parley/ui'
import { PhoneOff } from 'lucide-react'
import { legName, listParticipants, shortLegName } from '../../calls/describe-call.ts'
import { useLanguage } from '../../i18n/language.tsx'
import {
  findConsultation,
  isHeard,
  legStateLabel,
  listRemovableLegs,
  presentLegs,
  qualityDetails,
} from '../active/labels.ts'
import { type CallLevels, speakingLevel } from '../manager/call-levels.ts'
import { LevelTrack } from './level-track.tsx'

interface ParticipantsProps {
  call: Call
  ownLegId: string | null
  levels: CallLevels
}

/** One small level track per leg of the call, over the last minute. */
export function LevelTracks({ call, ownLegId, levels }: ParticipantsProps) {
  const language = useLanguage()
  return (
    <div className="grid grid-cols-[minmax(3.5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-1" aria-hidden>
      {presentLegs(call)
        .filter((leg) => call.legs.includes(leg))
        .map((leg) => (
          <div
            key={leg.id}
            className={`col-span-2 grid h-6 grid-cols-subgrid items-center ${participantVoiceClass(call, leg)}`}
          >
            <span className="max-w-32 truncate text-label font-semibold text-voice">
              {leg.id === ownLegId ? language.t('live.you') : shortLegName(leg, language)}
            </span>
            {leg.joinedAt === null ? (
              <span className="truncate text-label text-ink-soft">{legStateLabel(leg, false, language)}</span>
            ) : (
              <LevelTrack levels={levels[leg.id] ?? []} />
            )}
          </div>
        ))}
    </div>
  )
}

interface ParticipantListProps extends ParticipantsProps {
  onRemove: (legId: string) => void
}

/** The participants of the call, with actions for each. */
export function ParticipantList({ call, ownLegId, levels, onRemove }: ParticipantListProps) {
  const language = useLanguage()
  const { t } = language
  const removable = listRemovableLegs(call, ownLegId)
  const consultation = findConsultation(call)

  return (
    <ul aria-label={t('live.participants')} className="grid border-b border-line">
      {presentLegs(call).map((leg) => {
        const isOwn = leg.id === ownLegId
        const isSpeaking = (levels[leg.id]?.at(-1) ?? 0) >= speakingLevel && isHeard(call, leg)
        const word = legStateLabel(leg, isSpeaking, language, consultation)
        const name = isOwn ? t('live.you') : legName(leg, language)
        return (
          <li
            key={leg.id}
            className={`grid grid-cols-[auto_minmax(0,1fr)_6.5rem_2.5rem] items-center gap-2.5 border-t border-line py-1.5 sm:grid-cols-[auto_10rem_minmax(0,1fr)_5.5rem_2.5rem] sm:gap-3.5 sm:py-2 ${participantVoiceClass(call, leg)}`}
          >
            <Avatar name={legName(leg, language)} voice={getVoice(listParticipants(call).indexOf(leg))} />
            <div className="min-w-0">
              <p className="truncate font-semibold">{name}</p>
              <p className={`truncate text-small ${isSpeaking ? 'text-live' : 'text-ink-soft'}`}>{word}</p>
            </div>
            <div className="h-7">
              <LevelTrack levels={levels[leg.id] ?? []} />
            </div>
            <div className="max-sm:hidden">
              {leg.quality && leg.joinedAt !== null && call.answeredAt !== null && (
                <QualityBars
                  quality={leg.quality.verdict}
                  label={t(`quality.${leg.quality.verdict}`)}
                  measurements={qualityDetails(leg.quality, language)}
                />
              )}
            </div>
            {removable.includes(leg) ? (
              <IconButton
                icon={PhoneOff}
                label={t('live.remove', { name })}
                onClick={() => onRemove(leg.id)}
              />
            ) : (
              <span />
            )}
          </li>
        )
      })}
    </ul>
  )
}

function participantVoiceClass(call: Call, leg: Leg): string {
  return voiceClass[getVoice(listParticipants(call).indexOf(leg))]
}
