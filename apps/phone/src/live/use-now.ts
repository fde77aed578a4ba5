import { useEffect, useState } from 'react'

/** The time, once a second while `isRunning`; for timers and countdowns. */
export function useNow(running: 'running' | 'stopped' = 'running'): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (running === 'stopped') return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return now
}
