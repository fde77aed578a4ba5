import type { Call } from '@parley/contract/phone'
import { useStore } from '@parley/kit-react'
import { Button } from '@parley/ui'
import { Play } from 'lucide-react'
import { callName } from '../../../calls/describe-call.ts'
import { useDialling } from '../../../dial/use-dialling.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { isOnHold, panelTitle } from '../../active/labels.ts'
import type { CallManagerState, CallProblem as Problem } from '../../manager/call-manager-state.ts'
import type { LocalCall } from '../../manager/local-call.ts'
import { findEmergencyFailure } from '../emergency-view.tsx'
import { CallEnded } from './call-ended.tsx'
import { CallProblem } from './call-problem.tsx'

/** Returns whether there is an outcome of the last call to show. That of an emergency call has its full-screen view. */
export function hasOutcome(state: CallManagerState): boolean {
  return !findEmergencyFailure(state) && (state.problem !== null || state.ended !== null)
}

/** How the last call failed or ended. Renders nothing without an outcome. */
export function CallOutcome() {
  const { problem, ended } = useStore(usePhone().callManager)
  if (problem) return <ProblemView problem={problem} />
  return ended && <EndedView ended={ended} />
}

/** The outcome of another call within the panel of the active one, which may still be on hold because of it. */
export function OtherCallOutcome({ active }: { active: LocalCall }) {
  const language = useLanguage()
  const { callManager } = usePhone()
  return (
    <div className="grid shrink-0 gap-3 rounded-control bg-sunken p-2.5">
      <CallOutcome />
      {isOnHold(active.call) && (
        <Button
          size="small"
          icon={Play}
          onClick={() => {
            callManager.dismissProblem()
            callManager.dismissEnded()
            void callManager.commands.setOnHold(active.key, false)
          }}
        >
          {language.t('live.resume', { name: panelTitle(active, language) })}
        </Button>
      )}
    </div>
  )
}

function ProblemView({ problem }: { problem: Problem }) {
  const { callManager } = usePhone()
  const { dial } = useDialling()
  const { dialledNumber } = problem
  return (
    <CallProblem
      problem={problem}
      onTryAgain={dialledNumber ? () => dial({ to: dialledNumber }) : null}
      onDismiss={() => callManager.dismissProblem()}
    />
  )
}

function EndedView({ ended }: { ended: Call }) {
  const language = useLanguage()
  const { callManager } = usePhone()
  const { dial } = useDialling()
  const { number } = ended
  const canCall = ended.direction === 'outgoing' && ended.answeredAt === null && number !== null
  return (
    <CallEnded
      call={ended}
      onCallAgain={canCall ? () => dial({ to: number, title: callName(ended, language) ?? undefined }) : null}
      onDismiss={() => callManager.dismissEnded()}
    />
  )
}
