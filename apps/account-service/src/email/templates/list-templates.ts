import type { ResponseOf } from '@parley/contract'
import type { emailTemplates } from '@parley/contract/account'
import { PlainTextError } from '@parley/server/http'
import { maxListBytes, readList } from '../../platform/database/index.ts'
import type { EndpointRequest } from '../../platform/request-context/index.ts'
import type { Services } from '../../services.ts'
import { listTemplateIds, listTemplatesById } from './templates.ts'

type List = typeof emailTemplates.listEmailTemplates

/** Templates whose sources are read together, of 256 KiB each. */
const maxTemplatesPerRead = 20

export async function listEmailTemplates(
  { database }: Pick<Services, 'database'>,
  { project }: EndpointRequest<List>,
): Promise<ResponseOf<List>> {
  const ids = await listTemplateIds(database, project.id)
  const { items: templates, omitted } = await readList(ids, maxTemplatesPerRead, (batch) =>
    listTemplatesById(database, project.id, batch),
  )
  if (omitted)
    throw new PlainTextError(
      400,
      `The e-mail templates have more than ${maxListBytes / 1024 ** 2} MiB. Shorten some of them.`,
    )
  return {
    templates: templates.map(({ id, displayName, source, theme }) => ({
      id,
      display_name: displayName,
      tsx_source: source,
      ...(theme === null ? {} : { theme_id: theme }),
    })),
  }
}
