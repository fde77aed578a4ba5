import { runPeriodically } from '@parley/server'
import type { Services } from '../services.ts'
import { decryptContent } from './enqueue-mail.ts'
import { deleteMailsBefore } from './records/delete-mails.ts'
import { findMailServer } from './records/mail-servers.ts'
import {
  failWaitingMails,
  postponeMails,
  returnMail,
  type StoredMail,
  storeAcceptance,
  storeFailure,
  takeDueMail,
} from './records/mails.ts'
import { sendThroughServer } from './send-through-server.ts'
import { toMailFailure } from './to-mail-problem.ts'

type Deps = Pick<Services, 'database' | 'secrets' | 'settings' | 'log' | 'now'>

export interface MailApproval {
  /**
   * Returns whether an e-mail may be sent now. Otherwise it is no longer waiting.
   *
   * @throws {Error} when that cannot be decided now.
   */
  approve(mail: StoredMail): Promise<boolean>
}

const intervalMs = 2_000
/** Each is a connection that waits for a server of a workspace. */
const maxConcurrent = 100
/** Longer than an attempt. */
const leaseMs = 60_000
const minuteMs = 60_000
/** In minutes; in all about a day. Afterwards an e-mail has failed. */
const retryDelays = [1, 5, 15, 60, 180, 360, 720]
const cleanUpIntervalMs = 60 * 60_000
const retentionMs = 30 * 24 * 60 * 60_000

/** These concern the recipient or the e-mail; others concern the server, and with it all e-mails of its workspace. */
const problemsOfOneMail: readonly string[] = ['recipient-refused', 'rejected', 'unreadable']

/**
 * Sends the e-mails of all workspaces through their servers until disposed: one at a time for each workspace, so that
 * slow servers do not delay other workspaces. An e-mail whose node ends while it is being sent is sent again.
 */
export function startMailDelivery(deps: Deps, approval: MailApproval): AsyncDisposable {
  const onFailure = (error: Error) => deps.log.error('mail_delivery.failed', { error })
  const running = new Map<string, Promise<void>>()
  const stack = new AsyncDisposableStack()
  stack.defer(async () => {
    await Promise.all(running.values())
  })
  stack.use(
    runPeriodically({ intervalMs, onFailure }, async () => {
      while (running.size < maxConcurrent) {
        const now = deps.now()
        const leaseEnd = new Date(now.getTime() + leaseMs)
        const mail = await takeDueMail(deps.database, { now, leaseEnd, busy: [...running.keys()] })
        if (!mail) return
        const { workspaceId } = mail
        const delivery = deliver(deps, approval, mail)
          .catch(onFailure)
          .finally(() => running.delete(workspaceId))
        running.set(workspaceId, delivery)
      }
    }),
  )
  stack.use(
    runPeriodically({ intervalMs: cleanUpIntervalMs, onFailure }, async () => {
      await deleteMailsBefore(deps.database, new Date(deps.now().getTime() - retentionMs))
    }),
  )
  return stack
}

async function deliver(deps: Deps, approval: MailApproval, mail: StoredMail): Promise<void> {
  const { database, log } = deps
  const { id, workspaceId, attempts } = mail
  const server = await findMailServer(database, workspaceId)
  if (!server) return await failWaitingMails(database, workspaceId)
  try {
    if (!(await approval.approve(mail))) return
  } catch (error) {
    log.warn('mail.not_approved', { mailId: id, workspaceId, error })
    return await returnMail(database, id, new Date(deps.now().getTime() + minuteMs))
  }
  let reply: string | null = null
  try {
    await sendThroughServer(deps, server, decryptContent(deps, mail), {
      mailId: id,
      onStep: ({ detail }) => {
        reply = detail
      },
    })
  } catch (error) {
    const failure = toMailFailure(error)
    if (failure.problem === 'unknown') log.warn('mail.sending_failed', { mailId: id, error })
    const { problem } = failure
    const isOfOneMail = problemsOfOneMail.includes(problem)
    const delayMinutes = isOfOneMail && !failure.isTemporary ? undefined : retryDelays[attempts - 1]
    const retryAt =
      delayMinutes === undefined ? null : new Date(deps.now().getTime() + delayMinutes * minuteMs)
    log.info('mail.not_sent', { mailId: id, workspaceId, problem, attempts })
    await storeFailure(database, id, { problem, reply: failure.reply, retryAt })
    if (!isOfOneMail && retryAt !== null) await postponeMails(database, workspaceId, retryAt)
    return
  }
  await storeAcceptance(database, id, reply)
}
