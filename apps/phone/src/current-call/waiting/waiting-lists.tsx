import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../../phone-context.tsx'
import { useMediaQuery } from '../../shell/hooks/use-media-query.ts'
import { ParkedCalls } from './parked-calls.tsx'
import { WaitingCalls } from './waiting-calls.tsx'

/**
 * Returns the lists of parked calls and waiting callers; null when both are empty or not fetched yet. They are closed
 * during a call of the user, and on a narrow screen only the first one is open, so that they do not cover the rest.
 */
export function useWaitingLists(clockOffsetMs: number, user: 'in-call' | 'free') {
  const { queries } = usePhone()
  const isWide = useMediaQuery('(min-width: 1024px)')
  const parked = useQuery(queries.parkedCalls()).data?.items ?? []
  const waiting = useQuery(queries.waitingCalls()).data?.items ?? []
  if (parked.length + waiting.length === 0) return null
  const initially = user === 'free' ? 'open' : 'closed'
  return (
    <>
      {parked.length > 0 && (
        <ParkedCalls calls={parked} clockOffsetMs={clockOffsetMs} initially={initially} />
      )}
      {waiting.length > 0 && (
        <WaitingCalls
          calls={waiting}
          clockOffsetMs={clockOffsetMs}
          initially={isWide || parked.length === 0 ? initially : 'closed'}
        />
      )}
    </>
  )
}
