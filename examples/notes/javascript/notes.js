import { StackClientApp } from '@parley/kit'
import settings from '/settings.js'

const app = new StackClientApp({ ...settings, tokenStore: 'cookie' })
const find = (selector) => document.querySelector(selector)
const day = 24 * 60 * 60 * 1000

/** Calls the API of this application as the signed-in user. */
async function call(method, query = '', body) {
  const user = await app.getUser({ or: 'throw' })
  const response = await fetch(`/api/notes?team=${find('#team').value}${query}`, {
    method,
    headers: await user.getAuthHeaders(),
    body: body && JSON.stringify(body),
  })
  if (!response.ok) throw new Error(await response.text())
  return response
}

/** Shows the user and the teams. */
async function show() {
  const user = await app.getUser()
  find('#sign-in').hidden = user !== null
  find('main').hidden = user === null
  if (!user) return
  find('#user').textContent = user.primaryEmail
  const selected = find('#team').value
  const teams = await user.listTeams()
  find('#team').replaceChildren(...teams.map(({ id, displayName }) => new Option(displayName, id)))
  if (teams.some(({ id }) => id === selected)) find('#team').value = selected
  await showNotes()
}

async function showNotes() {
  const hasTeam = find('#team').value !== ''
  find('#new-note').hidden = !hasTeam
  const notes = hasTeam ? await (await call('GET')).json() : []
  find('#notes').replaceChildren(...notes.map(toItem))
}

function toItem({ id, text, author }) {
  const item = document.createElement('li')
  const remove = document.createElement('button')
  remove.textContent = 'Delete'
  remove.onclick = () => run(async () => void (await call('DELETE', `&id=${id}`)), showNotes)
  item.append(`${text} (${author}) `, remove)
  return item
}

/** Runs an action and shows its error, then what it has changed. */
async function run(action, showResult = show) {
  find('#error').textContent = ''
  try {
    await action()
    await showResult()
  } catch (error) {
    find('#error').textContent = error.message
  }
}

function onSubmit(selector, action, showResult) {
  find(selector).onsubmit = (event) => {
    event.preventDefault()
    const form = event.target
    const values = Object.fromEntries(new FormData(form))
    void run(async () => {
      await action(values, event.submitter.value)
      form.reset()
    }, showResult)
  }
}

onSubmit('#sign-in', async ({ email, password }, choice) => {
  const method = choice === 'sign-up' ? 'signUpWithCredential' : 'signInWithCredential'
  const result = await app[method]({ email, password, noRedirect: true })
  if (result.status === 'error') throw result.error
})
onSubmit('#new-team', async ({ name }) => {
  const user = await app.getUser({ or: 'throw' })
  await user.createTeam({ displayName: name })
})
onSubmit('#new-note', ({ text }) => call('POST', '', { text }), showNotes)
find('#team').onchange = () => run(showNotes)
find('#sign-out').onclick = () => run(async () => (await app.getUser())?.signOut({ noRedirect: true }))
find('#new-key').onclick = () =>
  run(async () => {
    const user = await app.getUser({ or: 'throw' })
    const expiresAt = new Date(Date.now() + 90 * day)
    const key = await user.createApiKey({ description: 'Notes', expiresAt })
    // This is the only time that the key is visible.
    find('#key').textContent = key.value
  })
void run(show)
