import { z } from 'zod'
import { job } from '../jobs/jobs.ts'
import type { Mailer } from './mailer.ts'

/** Hands one mail over, outside of the request that caused it. The job's id is the message id, so a second run is recognisable. */
export const sendEmail = job({
  name: 'send-email',
  payload: z.object({
    from: z.object({ name: z.string(), address: z.string() }),
    to: z.string(),
    subject: z.string(),
    text: z.string(),
    html: z.string(),
    locale: z.string(),
  }),
  async run({ mailer }: { readonly mailer: Mailer }, email, { jobId }) {
    await mailer.send(email, jobId)
  },
})
