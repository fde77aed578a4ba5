import { unwrap } from '@parley/client'
import { routing } from '@parley/contract/phone'
import { dialKeys } from '@parley/ui'
import { useEffect, useReducer, useState } from 'react'
import { createAudioUrl } from '../../../announcements/prepare-audio.ts'
import { usePhone } from '../../../phone-context.tsx'
import type { Menu } from '../use-routing.ts'

/** A line in the list of what has happened in a test. */
export type TestEvent =
  | { readonly type: 'announcement' | 'invalid' | 'waiting'; readonly menuId: string }
  | { readonly type: 'key'; readonly key: string }
  | { readonly type: 'not-played' }
  | Extract<routing.MenuResult, { type: 'leaves' }>

interface TestState {
  /** Null once the menu has led to a target. */
  readonly progress: routing.MenuProgress | null
  readonly events: readonly TestEvent[]
}

type TestInput = routing.MenuInput | { readonly type: 'not-played' }

const stageEvents = { prompt: 'announcement', invalid: 'invalid', waiting: 'waiting' } as const

/**
 * A simulated call to a menu, as it is when the test begins: plays its announcements in the page, and follows keys by
 * the same rules as a call. It rings for no one.
 */
export function useMenuTest(configured: readonly Menu[], menuId: string) {
  const { api } = usePhone()
  const [menus] = useState(configured)
  const [{ progress, events }, send] = useReducer(
    (before: TestState, input: TestInput) => continueTest(menus, before, input),
    menuId,
    createTest,
  )

  useEffect(() => {
    if (progress === null) return
    if (progress.stage === 'waiting') {
      const timer = setTimeout(() => send({ type: 'no-key' }), routing.keyWaitMs)
      return () => clearTimeout(timer)
    }
    const { announcementId = null } = menus.find(({ id }) => id === progress.menuId) ?? {}
    const load = async () => {
      if (progress.stage === 'prompt' && announcementId !== null) {
        const params = { announcement: announcementId }
        return unwrap(await api('GET /announcements/{announcement}/audio', { params })).audio
      }
      const params = { name: progress.stage === 'prompt' ? 'menu-prompt' : 'menu-invalid' } as const
      return unwrap(await api('GET /announcements/replacements/{name}/audio', { params })).audio
    }
    return play(load, (type) => send({ type }))
  }, [api, menus, progress])

  useEffect(() => {
    const timer = setTimeout(() => send({ type: 'over' }), routing.maxMenuMs)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    const handleKey = ({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      const isTelephoneKey = dialKeys.some(({ digit }) => digit === key)
      if (isTelephoneKey && !repeat && !ctrlKey && !metaKey && !altKey) send({ type: 'key', key })
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])

  return { events, press: (key: string) => send({ type: 'key', key }) }
}

function createTest(menuId: string): TestState {
  return { progress: routing.enterMenu(menuId), events: [{ type: 'announcement', menuId }] }
}

function continueTest(menus: readonly Menu[], { progress, events }: TestState, input: TestInput): TestState {
  if (progress === null) return { progress, events }
  const isKnown = input.type === 'key' || input.type === 'not-played'
  const received = isKnown ? [...events, input] : events
  const result = routing.nextInMenu(menus, progress, input.type === 'not-played' ? { type: 'played' } : input)
  if (result.type === 'leaves') return { progress: null, events: [...received, result] }
  const { stage, menuId } = result.progress
  return { progress: result.progress, events: [...received, { type: stageEvents[stage], menuId }] }
}

/** Plays audio once. Returns a function that stops it. */
function play(load: () => Promise<string>, onEnd: (end: 'played' | 'not-played') => void): () => void {
  let isStopped = false
  let audio: HTMLAudioElement | null = null
  const begin = async () => {
    const loaded = await load()
    if (isStopped) return
    audio = new Audio(createAudioUrl(loaded))
    audio.onended = () => onEnd('played')
    await audio.play()
  }
  begin().catch(() => {
    if (!isStopped) onEnd('not-played')
  })
  return () => {
    isStopped = true
    if (!audio) return
    audio.onended = null
    audio.pause()
    URL.revokeObjectURL(audio.src)
  }
}
