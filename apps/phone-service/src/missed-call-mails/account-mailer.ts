import type { AnnouncementLanguage } from '@parley/call-engine'
import type { AccountServiceConnection } from '../request-context/index.ts'

/** Sends e-mails to users through the account service. */
export interface AccountMailer {
  /**
   * Returns whether the account service has accepted the e-mail. It sends none for a project without an e-mail
   * server. What it adds to the content is in the same language.
   *
   * @throws {Error} when the account service does not respond.
   */
  send(mail: {
    readonly userId: string
    readonly language: AnnouncementLanguage
    readonly subject: string
    readonly html: string
  }): Promise<boolean>
  /** Returns whether the project of the phone has an e-mail server. */
  isPossible(): Promise<boolean>
}

export interface AccountMailService {
  readonly accountMailer: AccountMailer
}

const timeoutMs = 5_000
const noServer = 'REQUIRES_CUSTOM_EMAIL_SERVER'

export function createAccountMailer({
  url,
  projectId,
  secretServerKey,
}: AccountServiceConnection): AccountMailer {
  const post = (body: object, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${url}/api/v1/emails/send-email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-stack-access-type': 'server',
        'x-stack-project-id': projectId,
        'x-stack-secret-server-key': secretServerKey,
        ...headers,
      },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  const readCode = ({ headers }: Response) => headers.get('x-stack-known-error')
  return {
    async send({ userId, language, subject, html }) {
      const response = await post({ user_ids: [userId], subject, html }, { 'accept-language': language })
      if (response.ok) return true
      if (readCode(response) === noServer || readCode(response) === 'USER_ID_DOES_NOT_EXIST') return false
      throw new Error(`The account service returned status ${response.status} for an e-mail.`)
    },
    async isPossible() {
      // Without content, the request is rejected for another reason when there is a server.
      const response = await post({ user_ids: [] })
      return response.status === 400 && readCode(response) !== noServer
    },
  }
}
