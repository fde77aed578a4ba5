import { Callout } from '@parley/ui'
import { WifiOff } from 'lucide-react'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { useNow } from '../../shell/hooks/use-now.ts'

/** The connection is lost and reconnecting; counts down until the service ends the call. */
export function ConnectionLost({ reconnectTimeoutMs }: { reconnectTimeoutMs: number }) {
  const { plural } = useLanguage()
  const [since] = useState(() => Date.now())
  const secondsLeft = Math.max(0, Math.ceil((since + reconnectTimeoutMs - useNow()) / 1_000))
  return (
    <div className="rounded-control bg-sunken">
      <Callout icon={WifiOff} className="bg-transparent text-warning">
        {plural('live.reconnecting', secondsLeft)}
      </Callout>
    </div>
  )
}
