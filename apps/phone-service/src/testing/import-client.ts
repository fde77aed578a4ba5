import { accessTokenHeader } from '@parley/contract/phone'
import { required } from '@parley/primitives'
import type { FakeUser } from './fake-account-service.ts'
import type { TestPhone, TestResponse } from './start-phone.ts'

const labels = { mobile: 'Mobile', work: 'Work', home: 'Home', fax: 'Fax' }

type Target = { readonly field: string; readonly label?: string }

/** Returns what a user does in the page of the import. */
export function createImportClient(phone: Pick<TestPhone, 'as' | 'accounts' | 'service'>, user: FakeUser) {
  const api = phone.as(user)

  async function upload(file: Buffer | string, fileName = 'contacts.csv'): Promise<TestResponse> {
    const url = `${phone.service.url}/api/v1/contact-imports?fileName=${encodeURIComponent(fileName)}`
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        [accessTokenHeader]: await phone.accounts.tokenFor(user.id),
      },
      body: new Uint8Array(Buffer.from(file)),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

  /** Returns the preview of a draft with its suggested columns, or others. */
  async function preview(
    draft: { id: string; hasHeader: boolean; columns: { target: Target }[] },
    change: { targets?: Target[]; visibility?: 'shared' | 'private'; hasHeader?: boolean } = {},
  ): Promise<TestResponse> {
    return await api.put(`/contact-imports/${draft.id}/mapping`, {
      targets: draft.columns.map(({ target }) => target),
      hasHeader: draft.hasHeader,
      visibility: 'shared',
      labels,
      ...change,
    })
  }

  /** Runs a draft. Returns it when it has ended. */
  async function run(id: string) {
    await api.post(`/contact-imports/${id}/run`)
    for (;;) {
      const { body } = await api.get(`/contact-imports/${id}`)
      if (body.status !== 'running') return body
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  /** Imports a file with its suggested columns. */
  async function importFile(file: Buffer | string, change: Parameters<typeof preview>[1] = {}) {
    const { body: draft, status } = await upload(file)
    if (status !== 201) throw new Error(`The upload was rejected: ${JSON.stringify(draft)}`)
    await preview(draft, change)
    return await run(draft.id)
  }

  /** Returns the contacts that the user can see, by name. */
  async function listContacts() {
    const { body } = await api.get('/contacts?limit=500')
    return required(body.items, 'the contacts')
  }

  return { api, upload, preview, run, importFile, listContacts }
}
