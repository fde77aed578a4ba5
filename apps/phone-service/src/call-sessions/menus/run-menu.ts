import type { ConferenceEvent } from '@parley/call-engine'
import { routing } from '@parley/contract/phone'
import { countCallersOfMenus } from '../../call-log/index.ts'
import {
  type CallMenu,
  type CallState,
  findMenuStep,
  isParticipant,
  type MenuStep,
} from '../../call-state/index.ts'
import { requireCallsAllowed } from '../../nodes/index.ts'
import { routeMenuTarget } from '../../routing/index.ts'
import { runOrEndUnanswered } from '../end-call.ts'
import type { CallParts } from '../parts/call-parts.ts'
import { addPlayer } from '../players/add-player.ts'
import { playHoldMusic } from '../players/hold-music.ts'
import { openAnnouncement } from '../players/open-announcement.ts'
import { removePlayers, stopWaitingAudio } from '../players/remove-players.ts'
import { clearTimer, createMenuTimer, setTimer, timerNames } from '../timers/timer-data.ts'

/** Of a workspace: each of them receives audio although no member has answered. */
const maxCallers = 100

const failureEvent = 'call.menu_failed'

/** `left`: the steps of a target follow the step of the menu. `ended`: the caller has left, or no target can be read. */
export type MenuOutcome = 'stays' | 'left' | 'ended'

type Leaving = Extract<routing.MenuResult, { type: 'leaves' }>

/**
 * Answers a caller with a menu, whose announcement begins when the caller hears it. When too many callers are in
 * menus, the caller is not answered and gets the target of those who press no key.
 */
export async function startMenu(parts: CallParts, step: MenuStep): Promise<MenuOutcome> {
  const { deps, record, ringing, conference } = parts
  const { legId } = ringing
  if (legId === null) return 'stays'
  const at = deps.now().getTime()
  const entered = routing.enterMenu(step.menuId)
  const isAnswered = isCallerAnswered(parts)
  return await runOrEndUnanswered(parts, failureEvent, async () => {
    requireCallsAllowed(deps)
    const callers = await countCallersOfMenus(deps.database, record.stored.workspaceId)
    await saveMenu(parts, { ...entered, enteredAt: at })
    if (callers >= maxCallers) return await advance(parts, { type: 'over' })
    await conference.require().answerIncoming(legId)
    if (!isAnswered) return 'stays'
    await stopWaitingAudio(parts, legId)
    await playPrompt(parts)
    return 'stays'
  })
}

/** Handles the events of a caller who is in a menu. No-op for other calls. */
export async function handleMenuEvent(parts: CallParts, event: ConferenceEvent): Promise<MenuOutcome> {
  const { record, ringing } = parts
  if (record.hasEnded || !findMenuStep(record.state)) return 'stays'
  return await runOrEndUnanswered(parts, failureEvent, async () => {
    if (event.type === 'leg-joined' && event.legId === ringing.legId) await playPrompt(parts)
    if (event.type === 'digit' && event.legId === ringing.legId)
      return await advance(parts, { type: 'key', key: event.digit })
    if (event.type === 'leg-left' && isPlayed(record.state, event.legId))
      return await advance(parts, { type: 'played' })
    return 'stays'
  })
}

/** Returns whether the announcement of a menu has ended with the departure of a leg. */
function isPlayed(state: CallState, legId: string): boolean {
  // A key may have stopped one announcement and begun another, and a number that has not answered leaves, too.
  const { menu, players = [] } = state
  return menu?.stage !== 'waiting' && players.length === 0 && !isParticipant(state, legId)
}

/** Continues for a caller who has pressed no key in time, or has been in menus for too long. */
export async function onMenuTimer(parts: CallParts): Promise<MenuOutcome> {
  const isWaiting = parts.record.state.menu?.stage === 'waiting'
  const type = isWaiting ? 'no-key' : 'over'
  return await runOrEndUnanswered(parts, failureEvent, () => advance(parts, { type }))
}

async function advance(parts: CallParts, input: routing.MenuInput): Promise<MenuOutcome> {
  const { deps, record } = parts
  const step = findMenuStep(record.state)
  const { menu } = record.state
  if (!step || !menu || menu.stage === 'left') return 'stays'
  const { enteredAt, ...progress } = menu
  const isOver = deps.now().getTime() - enteredAt >= routing.maxMenuMs
  const stage = menu.stage
  const result = routing.nextInMenu(step.menus, { ...progress, stage }, isOver ? { type: 'over' } : input)
  await removePlayers(parts)
  if (result.type === 'leaves') return await leaveMenu(parts, step, result)
  await saveMenu(parts, { ...result.progress, enteredAt })
  if (result.progress.stage !== 'waiting') await playPrompt(parts)
  return 'stays'
}

/** Leaves a menu for the steps of a target. A caller who was answered hears music while they ring. */
async function leaveMenu(
  parts: CallParts,
  step: MenuStep,
  { menuId, key, target }: Leaving,
): Promise<MenuOutcome> {
  const { deps, record, ringing } = parts
  const now = deps.now()
  const isAnswered = isCallerAnswered(parts)
  const chosen = await routeMenuTarget(deps, { ...record.stored, at: now }, step, {
    target,
    isAnswered,
  })
  await record.apply({ type: 'menu-left', at: now.getTime(), menuId, key, ...chosen }, [
    clearTimer(timerNames.menu),
  ])
  const rings = chosen.steps.some(({ kind }) => kind === 'ring' || kind === 'number')
  if (isAnswered && rings && ringing.legId !== null) await playHoldMusic(parts, [ringing.legId])
  return 'left'
}

async function playPrompt(parts: CallParts): Promise<void> {
  const { record, ringing } = parts
  const step = findMenuStep(record.state)
  const { menu } = record.state
  if (!step || !menu || ringing.legId === null) return
  const announcementId = step.menus.find(({ id }) => id === menu.menuId)?.announcementId ?? null
  await using announcement =
    menu.stage === 'invalid'
      ? await openAnnouncement(parts, 'menu-invalid')
      : await openAnnouncement(parts, 'menu-prompt', { announcementId })
  const player = { plays: 'announcement', to: [ringing.legId] } as const
  await addPlayer(parts, player, announcement.source, { stopOnDigit: true })
}

async function saveMenu({ deps, record }: CallParts, menu: CallMenu): Promise<void> {
  const at = deps.now().getTime()
  const remainingMs = Math.max(0, menu.enteredAt + routing.maxMenuMs - at)
  const afterMs = menu.stage === 'waiting' ? Math.min(routing.keyWaitMs, remainingMs) : remainingMs
  await record.apply({ type: 'menu', at, menu }, [
    clearTimer(timerNames.ringing),
    setTimer(createMenuTimer(afterMs)),
  ])
}

/** Returns whether a queue or a menu has answered the caller who waits. */
export function isCallerAnswered({ record, ringing }: CallParts): boolean {
  return record.state.legs.some(({ id, joinedAt }) => id === ringing.legId && joinedAt !== null)
}
