import type { EmbeddedEngineOptions } from '@parley/call-engine'
import { createRepeatedWarning, type Log, type RepeatedWarning } from '@parley/server'

type EngineLog = NonNullable<EmbeddedEngineOptions['log']>

const warningIntervalMs = 5 * 60_000

/** Fields that no caller chooses: warnings that differ in other fields only are counted together. */
const identifyingFields = ['trunkId', 'source', 'reason', 'index']

/**
 * Returns what logs the events of the call engine. Trunks, and those who forge their datagrams, can cause its warnings
 * again and again.
 */
export function createEngineLog(log: Log): { readonly write: EngineLog } & Disposable {
  const warnings = new Map<string, RepeatedWarning>()

  function getWarning(event: string): RepeatedWarning {
    const existing = warnings.get(event)
    if (existing) return existing
    const created = createRepeatedWarning(log, { event, countField: 'times', intervalMs: warningIntervalMs })
    warnings.set(event, created)
    return created
  }

  return {
    write(event, fields, level = 'info') {
      if (level === 'info') log.info(event, fields)
      else getWarning(event).warn(identifyingFields.map((name) => fields[name]).join(' '), fields)
    },
    [Symbol.dispose]() {
      for (const warning of warnings.values()) warning[Symbol.dispose]()
    },
  }
}
