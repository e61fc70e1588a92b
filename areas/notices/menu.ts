/** 通知 in the back office. */
import { operations } from '#platform/declare/operations.ts'
import { backOffice, group, page, type Module } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'

const { add, view, edit, remove, export: exporting } = operations
const listPage = (type: string, title: Title, icon: string, offered: readonly number[]) =>
  page({
    path: `/admin/company/${type}`,
    name: type,
    title,
    icon,
    component: `list/${type}`,
    permission: 'admin.notice',
    operations: offered,
  })

export const noticeModules: readonly Module[] = [
  backOffice('admin', ['系统管理', 'Administration'], 'setting', [
    group(
      'notices',
      ['通知', 'Notices'],
      [
        listPage('noticeChannel', ['群机器人', 'Chat robots'], 'robot', [add, view, edit, remove]),
        listPage('noticeTemplate', ['通知模板', 'Notice templates'], 'profile', [add, view, edit, remove]),
        listPage('noticeKind', ['通知种类', 'Kinds of notices'], 'bell', [view]),
        listPage('noticeDelivery', ['通知投递', 'Deliveries'], 'mail', [view, edit, exporting]),
      ],
    ),
  ]),
]
