/** Notes by team. A real application has a database. Next.js loads this module more than once. */
globalThis.notesByTeam ??= new Map()
const notes = globalThis.notesByTeam

export async function listNotes(user, teamId) {
  const team = await user.getTeam(teamId)
  return team ? { value: notes.get(teamId) ?? [] } : notInTeam
}

export async function addNote(user, teamId, text) {
  const team = await user.getTeam(teamId)
  if (!team) return notInTeam
  if (typeof text !== 'string' || text === '') return { status: 400, error: 'A note has a text.' }
  const author = user.displayName ?? user.primaryEmail
  const note = { id: crypto.randomUUID(), text, author, authorId: user.id }
  notes.set(teamId, [...(notes.get(teamId) ?? []), note])
  return { value: note }
}

export async function deleteNote(user, teamId, noteId) {
  const team = await user.getTeam(teamId)
  if (!team) return notInTeam
  // Pages may hide the button, but only the server can refuse.
  if (!(await user.hasPermission(team, 'team_admin')))
    return { status: 403, error: 'Only team administrators delete notes.' }
  notes.set(
    teamId,
    (notes.get(teamId) ?? []).filter(({ id }) => id !== noteId),
  )
  return { value: null }
}

export function deleteNotesOfUser(userId) {
  for (const [teamId, ofTeam] of notes)
    notes.set(
      teamId,
      ofTeam.filter(({ authorId }) => authorId !== userId),
    )
}

const notInTeam = { status: 404, error: 'You are not in this team.' }
