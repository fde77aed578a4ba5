import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { waitUntil } from './calling.ts'

export interface ReceivedMail {
  readonly to: string
  readonly subject: string
  /** Headers and all parts, without the line breaks of quoted-printable. */
  readonly source: string
}

/** Starts an SMTP server on loopback, without encryption, that accepts all e-mails. */
export async function startSmtpReceiver() {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const source = decode(Buffer.concat(parts).toString('latin1'))
        const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(source)?.[1]?.replaceAll('\r\n ', ' ') ?? ''
        for (const { address } of envelope.rcptTo) received.push({ to: address, subject, source })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /** Returns the subjects of the e-mails to an address. */
    listSubjects: (address: string) => received.flatMap(({ to, subject }) => (to === address ? subject : [])),
    /** Waits for an e-mail to an address with `subject` in its subject. */
    waitForMail: (address: string, subject: string) =>
      waitUntil(
        `an e-mail with the subject ${subject}`,
        async () => received.find((mail) => mail.to === address && mail.subject.includes(subject)) ?? null,
      ),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

function decode(quotedPrintable: string): string {
  const bytes = quotedPrintable
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
