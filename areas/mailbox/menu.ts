/** 总经理信箱: the writer's boxes, and those of who keeps the mailbox. */
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import { mailboxPermission } from './codes.ts'
import type { Title } from '#platform/declare/title.ts'

type Side = 'employee' | 'boss'
const own = (side: Side, path: string, component: string, title: Title, hidden: boolean): Page =>
  page({
    permission: mailboxPermission,
    everybody: true,
    operations: [],
    path: `/contribute/${path}`,
    name: path.replaceAll(/\W+/g, '_'),
    title,
    component: `mailbox/${component}`,
    shownTo: side === 'boss' ? 'managers' : 'others',
    ...(hidden ? { hidden } : { badge: side === 'boss' ? ('manager' as const) : ('employee' as const) }),
  })
/** The inbox stands in the menu; the other boxes are reached from it. */
const boxes = (side: Side, title: Title): Page[] => [
  own(side, `${side}/1`, `${side}-box`, title, false),
  own(side, `${side}/:index`, `${side}-box`, title, true),
]

export const mailboxModules: readonly Module[] = [
  module('contribute', ['总经理信箱', 'Mailbox'], 'mail', [
    group(
      'employeeMail',
      ['我的信箱', 'My mail'],
      [
        ...boxes('employee', ['我的信箱', 'My mail']),
        own('employee', 'receiptDetail', 'employee-receipt', ['回复详情', 'Reply'], true),
        own('employee', 'senderDetail/:id', 'employee-letter', ['来信详情', 'Letter'], true),
        own('employee', 'draftDetail/:id', 'employee-draft', ['写信', 'Write'], true),
      ],
      'mail',
    ),
    group(
      'bossMail',
      ['总经理信箱', 'Mailbox'],
      [
        ...boxes('boss', ['总经理信箱', 'Mailbox']),
        own('boss', 'bossReceiptDetail', 'boss-letter', ['来信详情', 'Letter'], true),
        own('boss', 'bossSenderDetail/:id', 'boss-reply', ['回复详情', 'Reply'], true),
        own('boss', 'bossDraftDetail/:id', 'boss-draft', ['写回复', 'Write'], true),
      ],
      'mail',
    ),
  ]),
]
