import { Note } from '@parley/ui'
import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useNow } from '../live/use-now.ts'
import { useLanguage } from '../locales/language.tsx'

/** The connection is lost and reconnecting; counts down until the service ends the call. */
export function ConnectionLost({ keptMs }: { keptMs: number }) {
  const { count } = useLanguage()
  const [since] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((since + keptMs - useNow()) / 1_000))
  return (
    <div className="rounded-control bg-sunken">
      <Note icon={WifiOff} className="bg-transparent text-warning">
        {count('live.kept', secondsLeft)}
      </Note>
    </div>
  )
}
