/** 总经理信箱: the writer's boxes, and those of who keeps the mailbox. */
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

const permission = 'bossMailbox'
const common = { permission, everybody: true, operations: [] } as const

const boxes = (side: 'employee' | 'boss', titles: readonly Title[]): Page[] =>
  titles.map((title, at) =>
    page({
      ...common,
      path: `/contribute/${side}/${at + 1}`,
      name: `${side}Box${at + 1}`,
      title,
      component: `mailbox/${side}-box`,
      shownTo: side === 'boss' ? 'managers' : 'others',
    }),
  )
const detail = (side: 'employee' | 'boss', path: string, title: Title): Page =>
  page({
    ...common,
    path: `/contribute/${path}`,
    name: path.split('/')[0] ?? path,
    title,
    component: `mailbox/${side}-detail`,
    hidden: true,
    shownTo: side === 'boss' ? 'managers' : 'others',
  })

export const mailboxModules: readonly Module[] = [
  module('contribute', ['总经理信箱', 'Mailbox'], 'mail', [
    group(
      'employeeMail',
      ['我的信箱', 'My mail'],
      [
        ...boxes('employee', [
          ['收到的回复', 'Replies'],
          ['已发送', 'Sent'],
          ['草稿箱', 'Drafts'],
          ['已删除', 'Deleted'],
        ]),
        detail('employee', 'receiptDetail', ['回复详情', 'Reply']),
        detail('employee', 'senderDetail/:id', ['来信详情', 'Letter']),
        detail('employee', 'draftDetail/:id', ['写信', 'Write']),
      ],
      'mail',
    ),
    group(
      'bossMail',
      ['总经理信箱', 'Mailbox'],
      [
        ...boxes('boss', [
          ['收件箱', 'Inbox'],
          ['已回复', 'Replies sent'],
          ['回复草稿', 'Drafts'],
          ['已删除', 'Deleted'],
        ]),
        detail('boss', 'bossReceiptDetail', ['来信详情', 'Letter']),
        detail('boss', 'bossSenderDetail/:id', ['回复详情', 'Reply']),
        detail('boss', 'bossDraftDetail/:id', ['写回复', 'Write']),
      ],
      'mail',
    ),
  ]),
]
