import { useEffect, useState } from 'react'

/** The current time in milliseconds, updated every second while running; for timers and countdowns. */
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
