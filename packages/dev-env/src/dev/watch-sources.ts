import { globSync } from 'node:fs'
import { relative } from 'node:path'
import type { FSWatcher } from 'vite'

/** Code that Vite replaces in the browser, and this program. */
const webSources = /^(apps\/phone|packages\/(ui|kit-react|dev-env))\//
const debounceMs = 50

/** Returns the absolute paths of the source folders that the server runs. */
export function listServerFolders(root: string): string[] {
  return globSync('{apps,packages}/*/src', { cwd: root })
    .filter((folder) => !webSources.test(folder))
    .map((folder) => `${root}/${folder}`)
}

/**
 * Calls `onChange` with the path of a source file that was saved or removed, once for files that are saved
 * together.
 *
 * @param watcher - Vite's, which also knows how editors replace files.
 */
export function watchFolders(
  watcher: FSWatcher,
  folders: readonly string[],
  onChange: (path: string) => void,
): Disposable {
  let timer: NodeJS.Timeout | undefined
  const onEvent = (path: string) => {
    const folder = folders.find((candidate) => path.startsWith(`${candidate}/`))
    if (!folder || !/\.(ts|json)$/.test(path) || path.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(() => onChange(relative(process.cwd(), path)), debounceMs)
  }
  watcher.add([...folders])
  // No `add`: files that the watcher finds at its start are no changes, and a new file runs once another
  // imports it.
  watcher.on('change', onEvent)
  watcher.on('unlink', onEvent)
  return { [Symbol.dispose]: () => clearTimeout(timer) }
}
