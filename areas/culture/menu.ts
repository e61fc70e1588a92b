/** 企业文化: the groups of its menu, filled by the parts. */
import { group, module, type Module } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import type { CultureGroup } from './part.ts'
import { cultureParts } from './parts.ts'

const groups: readonly (readonly [CultureGroup, Title, icon: string])[] = [
  ['company', ['公司动态', 'Company'], 'bank'],
  ['together', ['员工天地', 'Together'], 'team'],
  ['shelf', ['图书与礼品', 'Books and gifts'], 'gift'],
  ['cultureSetting', ['内容管理', 'Content'], 'setting'],
]

/** /culture itself shows the news. */
const address = { path: '/culture', opens: '/culture/news-list' }

export const cultureModules: readonly Module[] = [
  module(
    'culture',
    ['企业文化', 'Culture'],
    'read',
    groups
      .map(([name, title, icon]) => ({
        ...group(
          name,
          title,
          cultureParts.flatMap(part => part.pages?.[name] ?? []),
          icon,
        ),
        ...(name === 'company' ? { address } : {}),
      }))
      .filter(one => one.pages.length > 0),
  ),
]
