/** The name of the first script of a page contains a hash of the program. */
const findProgram = (page: Document) =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null

/**
 * Returns whether the service has another program than this page: the files of the former one may be gone, and its requests
 * may be invalid. False when the service does not respond.
 */
export async function hasNewVersion(): Promise<boolean> {
  const present = findProgram(document)
  if (present === null) return false
  const response = await fetch('/', { headers: { accept: 'text/html' }, cache: 'no-store' }).catch(() => null)
  if (!response?.ok) return false
  const program = findProgram(new DOMParser().parseFromString(await response.text(), 'text/html'))
  return program !== null && program !== present
}
