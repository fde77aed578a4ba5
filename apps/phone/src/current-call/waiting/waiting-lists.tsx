import { useQuery } from '@tanstack/react-query'
import { usePhone } from '../../phone-context.tsx'
import { ParkedCalls } from './parked-calls.tsx'
import { WaitingCalls } from './waiting-calls.tsx'

/** Returns the lists of parked calls and waiting callers; null when both are empty or not fetched yet. */
export function useWaitingLists(clockOffsetMs: number) {
  const { queries } = usePhone()
  const parked = useQuery(queries.parkedCalls()).data?.items ?? []
  const waiting = useQuery(queries.waitingCalls()).data?.items ?? []
  if (parked.length + waiting.length === 0) return null
  return (
    <>
      {parked.length > 0 && <ParkedCalls calls={parked} clockOffsetMs={clockOffsetMs} />}
      {waiting.length > 0 && <WaitingCalls calls={waiting} clockOffsetMs={clockOffsetMs} />}
    </>
  )
}
