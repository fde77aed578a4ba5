import { StackServerApp } from '@parley/kit'
import { Webhook } from 'standardwebhooks'
import { addNote, deleteNote, deleteNotesOfUser, listNotes } from './notes.js'

const stack = new StackServerApp({ tokenStore: null })

/** Responds to `/api/notes?team=ID` and to the webhook. */
export async function handle(request) {
  const { pathname } = new URL(request.url)
  if (pathname === '/api/notes') return await handleNotes(request)
  if (pathname === '/api/webhook' && request.method === 'POST') return await receiveEvent(request)
  return new Response('Not found.', { status: 404 })
}

async function handleNotes(request) {
  const user = await findUser(request)
  if (!user) return new Response('Sign in first.', { status: 401 })
  const { status, error, value } = await change(user, request)
  return error ? new Response(error, { status }) : Response.json(value)
}

async function change(user, request) {
  const { searchParams } = new URL(request.url)
  const team = searchParams.get('team') ?? ''
  switch (request.method) {
    case 'GET':
      return await listNotes(user, team)
    case 'POST':
      return await addNote(user, team, (await request.json()).text)
    case 'DELETE':
      return await deleteNote(user, team, searchParams.get('id'))
    default:
      return { status: 405, error: 'Method not allowed.' }
  }
}

/** Returns the user of a browser or of an API key; null for others. */
async function findUser(request) {
  const apiKey = request.headers.get('authorization')?.replace(/^Bearer /, '')
  return await stack.getUser(apiKey ? { apiKey } : { tokenStore: request })
}

/** Deletes the notes of a deleted user. */
async function receiveEvent(request) {
  const body = await request.text()
  let event
  try {
    event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, Object.fromEntries(request.headers))
  } catch {
    return new Response('The signature is wrong.', { status: 401 })
  }
  if (event.type === 'user.deleted') deleteNotesOfUser(event.data.id)
  return new Response(null, { status: 204 })
}
