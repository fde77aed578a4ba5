import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isUuid } from '@parley/primitives'

/** Returns the id of this node, stored in `file` so that the node recognises its calls after a restart. */
export async function readNodeId(file: string): Promise<string> {
  const known = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (isUuid(known)) return known

  const id = randomUUID()
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${id}\n`, { mode: 0o600 })
  return id
}
