'use server'

import { revalidatePath } from 'next/cache'
import { addNote, deleteNote } from '../../notes.js'
import { stack } from '../stack.js'

const day = 24 * 60 * 60 * 1000

export async function createTeam(form) {
  const user = await stack.getUser({ or: 'throw' })
  await user.createTeam({ displayName: form.get('text') })
  revalidatePath('/')
}

/** Returns the message of an error that the user can cause. */
export async function add(teamId, form) {
  const user = await stack.getUser({ or: 'throw' })
  const result = await addNote(user, teamId, form.get('text'))
  revalidatePath('/')
  return result.error
}

export async function remove(teamId, noteId) {
  const user = await stack.getUser({ or: 'throw' })
  const result = await deleteNote(user, teamId, noteId)
  revalidatePath('/')
  return result.error
}

/** Returns the key. This is the only time that it is visible. */
export async function createKey() {
  const user = await stack.getUser({ or: 'throw' })
  const expiresAt = new Date(Date.now() + 90 * day)
  return (await user.createApiKey({ description: 'Notes', expiresAt })).value
}
