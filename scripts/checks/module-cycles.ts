import { dirname } from 'node:path'

/** One file imports another. Paths start at the root of the repository. */
export interface FileImport {
  readonly from: string
  readonly to: string
}

type Imports = ReadonlyMap<string, ReadonlyMap<string, FileImport>>

/**
 * Returns the shortest import cycle through each module that is in one, as lines to print. An import of a
 * type counts. A module is a folder of a service with an index.ts; the folders in it that have none belong to
 * it.
 */
export function findModuleCycles(imports: readonly FileImport[]): string[] {
  const indexes = new Set(
    imports.flatMap(({ from, to }) => [from, to]).filter((path) => /\/index\.ts$/.test(path)),
  )
  const byModule = new Map<string, Map<string, FileImport>>()
  for (const fileImport of imports) {
    const from = toModule(fileImport.from, indexes)
    const to = toModule(fileImport.to, indexes)
    if (from === to) continue
    const targets = byModule.get(from) ?? new Map<string, FileImport>()
    byModule.set(from, targets.has(to) ? targets : targets.set(to, fileImport))
  }

  const cycles = new Map<string, string>()
  for (const module of [...byModule.keys()].sort()) {
    const cycle = findShortestCycle(byModule, module)
    const key = cycle.toSorted().join()
    if (cycle.length > 0 && !cycles.has(key)) cycles.set(key, describeCycle(byModule, cycle))
  }
  return [...cycles.values()]
}

/** Returns the nearest folder with an index.ts, or the file itself when no folder below `src` has one. */
function toModule(path: string, indexes: ReadonlySet<string>): string {
  for (let folder = dirname(path); folder.includes('/src/'); folder = dirname(folder))
    if (indexes.has(`${folder}/index.ts`)) return folder
  return path
}

/**
 * Returns the modules of the shortest cycle through `start`, beginning with it; none when there is no cycle.
 */
function findShortestCycle(imports: Imports, start: string): string[] {
  const previous = new Map<string, string>()
  const waiting = [start]
  for (const module of waiting) {
    for (const next of imports.get(module)?.keys() ?? []) {
      if (next === start) return tracePath(previous, module)
      if (previous.has(next)) continue
      previous.set(next, module)
      waiting.push(next)
    }
  }
  return []
}

function tracePath(previous: ReadonlyMap<string, string>, last: string): string[] {
  const before = previous.get(last)
  return before === undefined ? [last] : [...tracePath(previous, before), last]
}

function describeCycle(imports: Imports, cycle: readonly string[]): string {
  const steps = cycle.map((module, index) => {
    const next = cycle[(index + 1) % cycle.length] ?? module
    const example = imports.get(module)?.get(next)
    return `\n  ${example?.from} → ${example?.to}`
  })
  return `cycle of modules: ${[...cycle, cycle[0]].join(' → ')}${steps.join('')}`
}
