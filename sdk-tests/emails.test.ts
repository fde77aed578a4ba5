import { randomUUID } from 'node:crypto'
import { required } from '@parley/primitives'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtpServer, waitUntil } from '../apps/account-service/src/email/delivery/testing.ts'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { newsTemplate, newsTheme } from './fixture/email-sources.ts'
import { type Fixture, withEveryClient } from './fixture/fixture.ts'
import { captureOutcome } from './fixture/outcome.ts'

/** Sends an e-mail. Returns null or the error code, which 2.8.30 returns and 2.8.39 throws. */
async function send(
  backEnd: Fixture['backEnd'],
  mail: Parameters<Fixture['backEnd']['sendEmail']>[0],
): Promise<string | null> {
  const outcome = await captureOutcome(() => backEnd.sendEmail(mail))
  if ('thrown' in outcome) return outcome.thrown.errorCode
  return (outcome.returned as { error?: { errorCode: string } } | null)?.error?.errorCode ?? null
}

withEveryClient(
  (fixture) => {
    let smtp: Awaited<ReturnType<typeof startSmtpServer>>
    beforeAll(async () => {
      smtp = await startSmtpServer()
    })
    afterAll(() => smtp[Symbol.asyncDispose]())

    /** Configures the e-mail server of the project. */
    const useOwnServer = async () => {
      const { host, port, username, password, sender_name, sender_email } = smtp.config
      await (await fixture().admin.getProject()).update({
        config: {
          emailConfig: {
            type: 'standard',
            host,
            port,
            username,
            password,
            senderName: sender_name,
            senderEmail: sender_email,
          },
        },
      })
    }
    const mailTo = (address: string) => waitUntil(() => smtp.received.find(({ to }) => to.includes(address)))
    const createUser = async () => {
      const email = uniqueEmail('ada')
      const { id } = await fixture().backEnd.createUser({
        primaryEmail: email,
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true,
        password: 'correct horse battery',
        displayName: 'Ada',
      })
      return { id, email }
    }

    test('14.17: a project without its own e-mail server receives an error', async () => {
      const { id } = await createUser()

      const mail = { userIds: [id], html: '<p>News</p>', subject: 'News' }

      expect(await send(fixture().backEnd, mail)).toBe('REQUIRES_CUSTOM_EMAIL_SERVER')
    })

    test('14.17: templates and themes are created, edited, previewed and sent; sent e-mails are listed', async () => {
      await useOwnServer()
      const { admin, backEnd } = fixture()
      const { id, email } = await createUser()
      const template = await admin.createEmailTemplate('News')
      const theme = await admin.createEmailTheme('Looms')
      await admin.updateEmailTheme(theme.id, newsTheme)
      const { renderedHtml } = await admin.updateEmailTemplate(template.id, newsTemplate, theme.id)
      expect(renderedHtml).toContain('A loom was made')
      await expect(admin.updateEmailTemplate(template.id, 'this is no template', null)).rejects.toMatchObject(
        {
          errorCode: 'EMAIL_RENDERING_ERROR',
        },
      )
      expect((await admin.listEmailTemplates()).find((each) => each.id === template.id)).toMatchObject({
        displayName: 'News',
        tsxSource: newsTemplate,
      })
      expect((await admin.listEmailThemes()).find((each) => each.id === theme.id)).toMatchObject({
        displayName: 'Looms',
      })
      const preview = await admin.getEmailPreview({ themeId: theme.id, templateId: template.id })
      expect(preview).toContain('Looms and engines')

      const mail = {
        userIds: [id],
        templateId: template.id,
        themeId: theme.id,
        variables: { news: 'The loom runs' },
      }
      expect(await send(backEnd, mail)).toBeNull()
      const { raw } = await mailTo(email)
      expect(raw).toContain('Subject: News for Ada')
      expect(raw).toContain('The loom runs')
      expect(raw).toContain('Looms and engines')
      const sent = await waitUntil(async () =>
        (await admin.listSentEmails()).find(({ recipient, to }) => to.includes(email) || recipient === email),
      )
      expect(sent).toMatchObject({ subject: 'News for Ada' })
      expect(sent.error ?? null).toBeNull()
    })

    test('14.17: sending errors are reported', async () => {
      await useOwnServer()
      const { backEnd, admin } = fixture()
      const { host, port, username, sender_name, sender_email } = smtp.config
      const emailConfig = { host, port, username, senderName: sender_name, senderEmail: sender_email }
      const sendTestWith = (password: string) =>
        admin.sendTestEmail({
          recipientEmail: 'hedy@example.com',
          emailConfig: { ...emailConfig, password },
        })

      expect(await send(backEnd, { userIds: [randomUUID()], html: '<p>x</p>' })).toBe(
        'USER_ID_DOES_NOT_EXIST',
      )
      expect(await sendTestWith('right')).toMatchObject({ status: 'ok' })
      const refused = await sendTestWith('wrong')
      expect(refused).toMatchObject({ status: 'error', error: { errorMessage: expect.any(String) } })
      await admin.sendSignInInvitationEmail('invited@example.com', 'http://localhost/handler/sign-in')
      expect((await mailTo('invited@example.com')).raw).toContain('http://localhost/handler/sign-in')
    })

    test('14.14: the link in an e-mail unsubscribes from its category', async () => {
      await useOwnServer()
      const { backEnd } = fixture()
      const { id, email } = await createUser()
      await using ada = await fixture().openDevice()
      await ada.use(
        async (app, input) =>
          void (await app.signInWithCredential({
            email: input,
            password: 'correct horse battery',
            noRedirect: true,
          })),
        email,
      )
      const isSubscribed = () =>
        ada.use(async (app) => {
          const user = await app.getUser({ or: 'throw' })
          return (await user.listNotificationCategories()).find(({ name }) => name === 'Marketing')?.enabled
        })
      const news = {
        userIds: [id],
        html: '<p>News</p>',
        subject: 'News',
        notificationCategoryName: 'Marketing',
      }
      await backEnd.sendEmail(news)
      const { raw } = await mailTo(email)
      const link =
        /http:\/\/localhost:\d+\/api\/v1\/emails\/unsubscribe-link\?code=(?:3D)?([0-9a-z]{45})/.exec(raw)
      expect(await isSubscribed()).toBe(true)

      const url = `${fixture().proxy.origin}/api/v1/emails/unsubscribe-link?code=${required(link, 'the unsubscribe link')[1]}`
      const page = await fetch(url)
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ])
      expect((await fetch(url, { method: 'POST' })).status).toBe(200)

      expect(await isSubscribed()).toBe(false)
    })
  },
  { places: ['server'], service: () => ({ options: { outboundNetworks: ['127.0.0.0/8'] } }) },
)
