/**
 * The reminder in the bar at the foot: what somebody shared, or changed for this person, stays there until it is closed. Long work
 * reminds of itself in the task centre. Each message reminds once, whatever windows are open.
 */
import { useEffect, useRef } from 'react'
import type { MessageList } from '../../declare/wire-messages.ts'
import { ApiError, api } from '../api/client.ts'
import { feedback } from '../api/feedback.ts'
import { localStore } from '../api/storage.ts'
import { t } from '../i18n/t.ts'
import { approvalNoticePath, messagesPath } from '../page/own-pages.ts'

/** id of the newest message that was reminded of: ids only grow */
const toldKey = 'messages.told'
const askedMax = 10
const workKind = 1
const approvalKind = 6
/** the newest approval notice that was reminded of: forgotten with the session, so that the next sign-in reminds once */
const approvalsKey = 'approvals.told'
/** that somebody was reminded since he signed in: forgotten with the session as well */
const remindedKey = 'reminded'

async function remind(open: (path: string) => void, isQuiet: boolean): Promise<void> {
  const { list } = await api.post<MessageList>('/notify/list', { isUnread: true, pageNum: 1, pageSize: askedMax }, { quiet: true })
  const told = BigInt(localStore.get(toldKey) ?? 0)
  const fresh = list.filter(one => one.kind !== workKind && one.kind !== approvalKind && BigInt(one.id) > told)
  const [newest] = fresh
  if (newest === undefined) return
  localStore.set(toldKey, newest.id)
  // who looks at the messages sees them there
  if (isQuiet || window.location.pathname === messagesPath) return
  const title = fresh.length === 1 ? newest.title : t('{count} 条未读消息', { count: fresh.length })
  feedback.unread(title, fresh.length === 1 ? newest.detail : newest.title, () => open(messagesPath))
}

/** How many approvals there are to look at, with the newest; closing it reads none of them. */
async function remindOfApprovals(open: (path: string) => void, isQuiet: boolean): Promise<void> {
  const ask = { isUnread: true, kind: approvalKind, pageNum: 1, pageSize: 1 }
  const { list, total } = await api.post<MessageList>('/notify/list', ask, { quiet: true })
  const [newest] = list
  if (newest === undefined || BigInt(newest.id) <= BigInt(localStore.get(approvalsKey) ?? 0)) return
  localStore.set(approvalsKey, newest.id)
  if (isQuiet || window.location.pathname === approvalNoticePath) return
  feedback.unread(t('{count} 条未读审批通知', { count: total }), newest.title, () => open(approvalNoticePath), 'approvals')
}

/** `unread`: how many there are; whenever the number changes and is not nothing, the new ones are looked at. */
export function useReminder(unread: number | null, open: (path: string) => void): void {
  const isFirst = useRef(true)
  useEffect(() => {
    if (unread === null) return
    // a page that is loaded again says nothing of what was unread before; what comes while it is open does
    const isQuiet = isFirst.current && localStore.get(remindedKey) !== null
    isFirst.current = false
    if (unread === 0) return
    localStore.set(remindedKey, '1')
    Promise.all([remind(open, isQuiet), remindOfApprovals(open, isQuiet)]).catch((error: unknown) => {
      // the bell says how many there are in any case
      if (!(error instanceof ApiError)) throw error
    })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [unread])
}
