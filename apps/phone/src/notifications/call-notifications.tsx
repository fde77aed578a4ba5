import { useStore } from '@parley/kit-react'
import { useToast } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { callTitle } from '../calls/describe-call.ts'
import type { IncomingCall } from '../current-call/manager/call-manager-state.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import type { CallNotificationData, CallNotificationOptions } from '../service-worker/worker-scope.ts'
import { notificationPermission, requestNotificationPermission } from './notification-permission.ts'
import { syncPushSubscription } from './push-subscription.ts'
import { findServiceWorker, notificationAction } from './service-worker.ts'
import { usePageVisibility } from './use-page-visibility.ts'

/** A call may begin to ring in this page some time after the user has answered it in a notification. */
const actionLifetimeMs = 60_000

/**
 * Notifies the user of calls while this tab is hidden, if it is the one of its browser that notifies, and executes
 * the action that they choose.
 */
export function CallNotifications() {
  const { api, callManager, queries } = usePhone()
  const { locale } = useLanguage()
  const { incoming } = useStore(callManager)
  const permission = useStore(notificationPermission)
  const isOn = useQuery(queries.settings()).data?.notifications
  const isHidden = usePageVisibility() === 'hidden'
  const isAllowed = isOn === 'on' && permission === 'granted'
  const notifying = incoming.filter(({ notifies, isAnswering }) => notifies && !isAnswering)

  useShownNotifications(isHidden && isAllowed ? notifying : [])
  useNotificationActions(incoming)
  useOffer({
    hasRungHidden: isHidden && notifying.length > 0,
    isOffered: isOn === 'on' && permission === 'default',
  })
  useEffect(() => {
    // Browsers without a push service reject it: calls then notify in open tabs only.
    if (isOn !== undefined) syncPushSubscription({ api, isWanted: isAllowed, locale }).catch(() => undefined)
  }, [api, isOn, isAllowed, locale])
  return null
}

/** Shows one notification for each call, and closes those of other calls. */
function useShownNotifications(calls: readonly IncomingCall[]): void {
  const language = useLanguage()
  const shown = useRef(new Set<string>())
  const show = useEffectEvent(async ({ call }: IncomingCall) => {
    const { t } = language
    const options: CallNotificationOptions = {
      body: t('live.incoming'),
      tag: call.id,
      icon: '/icon-192.png',
      badge: '/badge-96.png',
      requireInteraction: true,
      // The tab that the user used last rings.
      silent: true,
      actions: [
        { action: 'answer', title: t('live.answer') },
        { action: 'decline', title: t('live.decline') },
      ],
      data: { callId: call.id, hasEnded: false } satisfies CallNotificationData,
    }
    const worker = await findServiceWorker()
    await worker?.showNotification(callTitle(call, language), options)
    // The call may have been answered meanwhile.
    if (!shown.current.has(call.id)) await closeNotification(call.id)
  })
  const ids = calls.map(({ call }) => call.id).join(' ')
  const update = useEffectEvent(() => {
    for (const ringing of calls) {
      if (shown.current.has(ringing.call.id)) continue
      shown.current.add(ringing.call.id)
      void show(ringing)
    }
    for (const id of shown.current) {
      if (calls.some(({ call }) => call.id === id)) continue
      shown.current.delete(id)
      void closeNotification(id)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the calls change with their ids.
  useEffect(() => update(), [ids])
  useEffect(() => {
    const { current } = shown
    return () => {
      for (const id of current) void closeNotification(id)
      current.clear()
    }
  }, [])
}

async function closeNotification(tag: string): Promise<void> {
  const worker = await findServiceWorker()
  for (const shown of (await worker?.getNotifications({ tag })) ?? []) shown.close()
}

/** Answers or declines the call that the user chose in a notification, as soon as it rings here. */
function useNotificationActions(incoming: readonly IncomingCall[]): void {
  const { callManager } = usePhone()
  const chosen = useStore(notificationAction)
  useEffect(() => {
    if (chosen === null || !incoming.some(({ call }) => call.id === chosen.callId)) return
    notificationAction.set(null)
    if (Date.now() - chosen.at > actionLifetimeMs) return
    if (chosen.action === 'answer') callManager.answer(chosen.callId)
    else if (chosen.action === 'decline') void callManager.decline(chosen.callId)
  }, [chosen, incoming, callManager])
}

/** Offers notifications when the user returns after a call has rung unseen. */
function useOffer({ hasRungHidden, isOffered }: { hasRungHidden: boolean; isOffered: boolean }): void {
  const { t } = useLanguage()
  const show = useToast()
  const hasRung = useRef(false)
  const visibility = usePageVisibility()
  if (hasRungHidden) hasRung.current = true
  const offer = useEffectEvent(() => {
    if (!hasRung.current || !isOffered) return
    hasRung.current = false
    const onAction = () => void requestNotificationPermission()
    show({ text: t('notify.offer'), tone: 'neutral', action: { label: t('notify.allow'), onAction } })
  })
  useEffect(() => {
    if (visibility === 'visible') offer()
  }, [visibility])
}
