/** 帮助中心: what everybody reads and asks, and what its editors keep. */
import { operations } from '#platform/declare/operations.ts'
import { group, module, page, type Module, type Page } from '#platform/declare/page.ts'
import { publishOperation } from '#platform/declare/publishable.ts'
import type { Title } from '#platform/declare/title.ts'

const { add, view, edit, remove, audit, export: exporting } = operations
const kept = [add, view, edit, remove, exporting]

/** type of the history of route use: all that is read and asked in the help centre */
const helpUse = 117

const read = (name: string, title: Title, component: string, recordOf?: string): Page =>
  page({
    path: `/help-article/${name}`,
    name: `help-${name}`,
    title,
    component,
    permission: 'helpCentre',
    routeUse: helpUse,
    everybody: true,
    operations: [],
    ...(recordOf === undefined ? {} : { recordOf, inOneTab: true }),
  })
const listed = (name: string, type: string, permission: string, title: Title, offered: readonly number[]): Page =>
  page({ path: `/help-article/${name}`, name: type, title, component: `list/${type}`, permission, operations: offered })

export const helpModules: readonly Module[] = [
  module('help', ['帮助中心', 'Help centre'], 'question', [
    group(
      'helpRead',
      ['帮助', 'Help'],
      [
        read('menu-list', ['帮助中心', 'Help centre'], 'help/menu-list'),
        read('list', ['帮助文章', 'Help articles'], 'help/article-list', 'helpArticlePublished'),
        read('qa', ['问答', 'Q&A'], 'help/qa', 'qaListPublished'),
        page({
          path: '/help-article/question',
          name: 'qaForm',
          title: ['提问', 'Questions'],
          component: 'list/qaForm',
          permission: 'qa',
          routeUse: helpUse,
          everybody: true,
          operations: [add, view, edit, remove],
        }),
      ],
      'read',
    ),
    group(
      'helpWrite',
      ['内容维护', 'Content'],
      [
        listed('article', 'helpArticle', 'helpArticle', ['文章管理', 'Manage articles'], [...kept, audit]),
        listed('type', 'helpType', 'helpType', ['帮助类型', 'Help types'], kept),
        listed('synonym', 'helpSynonym', 'helpArticle', ['同义词', 'Synonyms'], kept),
        listed('searched', 'helpSearchWord', 'helpArticle', ['搜索词', 'Searched words'], [view, exporting]),
        listed('qa-item', 'qaList', 'qa', ['问答管理', 'Manage Q&A'], [...kept, publishOperation]),
        listed('qa-type', 'qaType', 'qa', ['问答类型', 'Q&A types'], kept),
        {
          ...page({
            path: '/help-article/versions',
            name: 'helpVersions',
            title: ['文章版本', 'Versions of an article'],
            component: 'help/versions',
            permission: 'helpArticle',
            operations: [view],
          }),
          hidden: true,
        },
      ],
      'setting',
    ),
  ]),
]
