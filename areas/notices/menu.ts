/** 通知 in the back office. */
import { backOffice, group, listPage, type Listed, type Module, type Page } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { noticeChannel, noticeDelivery, noticeKind, noticeTemplate } from './tables.ts'

const listed = (of: Listed, icon: string, title: Title): Page => listPage(of, `/admin/company/${of.type ?? ''}`, { icon, title })

export const noticeModules: readonly Module[] = [
  backOffice('admin', ['系统管理', 'Administration'], 'setting', [
    group(
      'notices',
      ['通知', 'Notices'],
      [
        listed(noticeChannel, 'robot', ['群机器人', 'Chat robots']),
        listed(noticeTemplate, 'profile', ['通知模板', 'Notice templates']),
        listed(noticeKind, 'bell', ['通知种类', 'Kinds of notices']),
        listed(noticeDelivery, 'mail', ['通知投递', 'Deliveries']),
      ],
    ),
  ]),
]
