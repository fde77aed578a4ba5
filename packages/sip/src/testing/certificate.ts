import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Creates a key and a self-signed certificate for 127.0.0.1, ::1 and localhost with `openssl` (Debian:
 * openssl).
 *
 * @param names the names in the certificate, in the notation of openssl; `days` its lifetime, negative
 * for one that has expired.
 */
export async function makeCertificate({
  names = 'IP:127.0.0.1,IP:::1,DNS:localhost',
  days = 2,
} = {}): Promise<{ readonly key: string; readonly cert: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'sip-tls-'))
  const keyFile = join(directory, 'key.pem')
  const certFile = join(directory, 'cert.pem')
  try {
    const kind = [
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
    ]
    const where = [
      '-subj',
      '/CN=localhost',
      '-addext',
      `subjectAltName=${names}`,
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ]
    await run('openssl', ['req', ...kind, ...where])
    // Only this command accepts negative days.
    const signing = ['-in', certFile, '-signkey', keyFile, '-days', String(days), '-out', certFile]
    await run('openssl', ['x509', ...signing])
    return { key: await readFile(keyFile, 'utf8'), cert: await readFile(certFile, 'utf8') }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
