/** 帮助中心: what everybody reads and asks, and what its editors keep. */
import { operations } from '#platform/declare/operations.ts'
import { group, listPage, module, type Module, page, type Page, type Listed } from '#platform/declare/page.ts'
import type { Title } from '#platform/declare/title.ts'
import { helpArticle, helpSearchWord, helpSynonym } from './article-tables.ts'
import { qaForm, qaItem } from './qa/tables.ts'
import { helpType, qaType } from './type-tables.ts'

const { view } = operations

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
const listed = (of: Listed, name: string, title: Title): Page => listPage(of, `/help-article/${name}`, { title })

export const helpModules: readonly Module[] = [
  module('help', ['帮助中心', 'Help centre'], 'question', [
    group(
      'helpRead',
      ['帮助', 'Help'],
      [
        read('menu-list', ['帮助中心', 'Help centre'], 'help/menu-list'),
        read('list', ['帮助文章', 'Help articles'], 'help/article-list', 'helpArticlePublished'),
        read('qa', ['问答', 'Q&A'], 'help/qa', 'qaListPublished'),
        listPage(qaForm, '/help-article/question', { title: ['提问', 'Questions'], routeUse: helpUse, everybody: true }),
      ],
      'read',
    ),
    group(
      'helpWrite',
      ['内容维护', 'Content'],
      [
        listed(helpArticle.draft, 'article', ['文章管理', 'Manage articles']),
        listed(helpType, 'type', ['帮助类型', 'Help types']),
        listed(helpSynonym, 'synonym', ['同义词', 'Synonyms']),
        listed(helpSearchWord, 'searched', ['搜索词', 'Searched words']),
        listed(qaItem.draft, 'qa-item', ['问答管理', 'Manage Q&A']),
        listed(qaType, 'qa-type', ['问答类型', 'Q&A types']),
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
