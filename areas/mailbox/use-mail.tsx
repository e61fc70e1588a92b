/** Reading the boxes of one side of the mailbox, and writing to them. */
import { feedback } from '#platform/web/api/feedback.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError, api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { unreadKey, useUnread } from '#platform/web/realtime/use-unread.ts'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import type { Mail, MailPage } from './answers.ts'

export type Side = 'emp' | 'manager'
/** 1 inbox, 2 sent, 3 drafts, 4 deleted; of the deleted ones those received and those written */
export type Box = 1 | 2 | 3 | 4
export type Half = 'inbox' | 'sent'
/** how a mail is opened */
export type Opened = 'received' | 'written'

/** as the calls take them: characters, and files */
export const [subjectMax, contentMax, filesMax] = [100, 20_000, 8]
/** states in which a letter or a reply can be written on */
export const isOpen = (state: number): boolean => state === 0 || state === 2

const key = 'mailbox'
export const mailPageSize = 20
const calls: Readonly<Record<Side, Readonly<Record<Half, string>>>> = {
  emp: { inbox: '/emp/empInboxs', sent: '/emp/empContributionsOrDraftBoxs' },
  manager: { inbox: '/manager/managerInboxs', sent: '/manager/managerReplysOrDraftBoxs' },
}
const unreadOf = { emp: 'employee', manager: 'manager' } as const

export interface BoxShown {
  readonly side: Side
  readonly box: Box
  /** which half of the deleted ones */
  readonly half: Half
}
export const halfOf = ({ box, half }: BoxShown): Half => (box === 4 ? half : box === 1 ? 'inbox' : 'sent')

export interface BoxFilter {
  readonly keyword: string
  readonly kind: number | null
  readonly isUnread: boolean
  readonly pageNum: number
}

export function useBox(shown: BoxShown, { keyword, kind, isUnread, pageNum }: BoxFilter) {
  const { side, box } = shown
  const half = halfOf(shown)
  const client = useQueryClient()
  const unread = useUnread(unreadOf[side], true)
  // what arrives while the box stands open is read at once
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [key, side, 'box'] })
  }, [client, side, unread])
  const ask = {
    pageNum,
    pageSize: mailPageSize,
    ...(keyword === '' ? {} : { keyword }),
    ...(kind === null ? {} : { kind }),
    ...(isUnread ? { isRead: 0 } : {}),
    ...(box === 4 ? { trash: true } : half === 'sent' ? { status: box === 3 ? 0 : 1 } : {}),
  }
  return useQuery<MailPage>({
    queryKey: [key, side, 'box', half, ask],
    queryFn: ({ signal }) => api.post(calls[side][half], ask, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
}

/** One mail; a received one is read by it. */
export function useMail(side: Side, opened: Opened, id: string | null) {
  const client = useQueryClient()
  return useQuery<Mail & { readonly msgId?: string }>({
    queryKey: [key, side, 'mail', opened, id],
    queryFn: async ({ signal }) => {
      const at = { signal, quiet: true }
      if (opened === 'written') return api.get(side === 'emp' ? '/emp/empContributionsDetails' : '/manager/bossMsgReply', { id }, at)
      const mail =
        side === 'emp' ? await api.get<Mail>('/emp/empToRead', { id }, at) : await api.post<Mail>('/manager/managerToRead', { id }, at)
      await client.invalidateQueries({ queryKey: unreadKey(unreadOf[side]) })
      return mail
    },
    enabled: id !== null,
    throwOnError: false,
  })
}

/** Writes, says that it is done and reads the boxes anew; a refusal is told by the call itself. Answers what the call answered. */
export function useMailWrite(side: Side): <T>(method: 'POST' | 'PUT', path: string, body: object, done: string) => Promise<T | null> {
  const client = useQueryClient()
  return async <T,>(method: 'POST' | 'PUT', path: string, body: object, done: string) => {
    try {
      const answer = method === 'PUT' ? await api.put<T>(`/${side}/${path}`, body) : await api.write<T>(`/${side}/${path}`, body)
      feedback.success(done)
      return answer
    } catch (reason) {
      if (!(reason instanceof ApiError)) throw reason
      return null
    } finally {
      await client.invalidateQueries({ queryKey: [key, side] })
      await client.invalidateQueries({ queryKey: unreadKey(unreadOf[side]) })
    }
  }
}

/** Where things stand, by the codes of the specification. */
export const stateNames = (): Readonly<Record<number, string>> => ({
  0: t('草稿'),
  1: t('已发送'),
  2: t('已撤回'),
  3: t('已读'),
  4: t('已回复'),
})
export const kindNames = (): Readonly<Record<number, string>> => ({ 1: t('建议'), 2: t('投诉'), 3: t('咨询'), 4: t('表扬'), 5: t('举报') })
export const kindTones: Readonly<Record<number, string>> = { 1: 'blue', 2: 'orange', 3: 'cyan', 4: 'green', 5: 'red' }

/** Addresses of single mails. */
export const addressOf = (side: Side, opened: Opened, id: string): string =>
  side === 'emp'
    ? opened === 'received'
      ? `/contribute/receiptDetail?id=${id}`
      : `/contribute/senderDetail/${id}`
    : opened === 'received'
      ? `/contribute/bossReceiptDetail?id=${id}`
      : `/contribute/bossSenderDetail/${id}`
export const draftAddress = (side: Side, id: string): string => `/contribute/${side === 'emp' ? 'draftDetail' : 'bossDraftDetail'}/${id}`
export const boxAddress = (side: Side, box: Box): string => `/contribute/${side === 'emp' ? 'employee' : 'boss'}/${box}`
/** The box that an address ends with. */
export const boxAt = (pathname: string): Box => {
  const index = Number(pathname.split('/').at(-1))
  return index === 2 || index === 3 || index === 4 ? index : 1
}
export const boxNames = (side: Side): Readonly<Record<Box, string>> =>
  side === 'emp'
    ? { 1: t('收到的回复'), 2: t('已发送'), 3: t('草稿箱'), 4: t('已删除') }
    : { 1: t('收件箱'), 2: t('已回复'), 3: t('草稿箱'), 4: t('已删除') }
