import { waitUntil } from '@parley/primitives'
import type { FakeUser } from '../testing/fake-account-service.ts'
import { startSmtpServer } from '../testing/smtp-server.ts'
import {
  analyse,
  insertTranscribedCall,
  startAnalysedWorkspace,
} from '../testing/start-analysed-workspace.ts'

/** Starts a workspace with a mail server and a call of Grace that has an analysis. */
export async function startWithAnalysis(options: Parameters<typeof startAnalysedWorkspace>[0] = {}) {
  const stack = new AsyncDisposableStack()
  const smtp = stack.use(await startSmtpServer())
  const all = stack.use(await startAnalysedWorkspace(options))
  const { phone, workspace, ada, grace } = all
  const saveServer = (port = smtp.port) =>
    phone.as(ada).put('/mail-server', {
      host: '127.0.0.1',
      port,
      security: 'none',
      username: null,
      senderName: 'Bakery',
      senderAddress: 'calls@example.com',
      replyTo: null,
    })
  const callId = await insertTranscribedCall(phone, workspace, { answeredBy: grace })
  const { id: analysisId } = await analyse(phone, grace, callId)
  const path = `/calls/${callId}/analyses/${analysisId}`
  const listTo = async () =>
    (await phone.as(ada).get('/mails')).body.items.map((mail: { to: string }) => mail.to)
  return {
    ...all,
    smtp,
    callId,
    analysisId,
    saveServer,
    getMail: async (user: FakeUser) => await phone.as(user).get(`${path}/mail`),
    send: async (user: FakeUser, recipients: readonly FakeUser[], analysis = analysisId) =>
      await phone
        .as(user)
        .post(`/calls/${callId}/analyses/${analysis}/mails`, { userIds: recipients.map(({ id }) => id) }),
    saveRules: async (rules: object) =>
      await phone
        .as(ada)
        .put('/mail-rules', { summaries: 'no-one', summaryMemberIds: [], missedCalls: 'off', ...rules }),
    listTo,
    waitForMails: (count: number) =>
      waitUntil(
        `${count} e-mails are stored`,
        async () => {
          const found = await listTo()
          return found.length === count ? found.toSorted() : null
        },
        20_000,
      ),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
