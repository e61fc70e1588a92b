/** Help articles: drafts that somebody else audits, what readers see of them, and what follows from reading and searching. */
import { sql } from 'kysely'
import { bigInteger, choice, date, dateTime, flag, integer, links, longText, reference, text, texts } from '#platform/declare/fields.ts'
import { publishable } from '#platform/declare/publishable.ts'
import { resource } from '#platform/declare/resource.ts'
import { view } from '#platform/server/database.ts'
import { ownedByAccount, ownOrganisation } from '#platform/declare/scope.ts'

export const articleCodes = { draft: 0, audited: 1, archived: 2, waiting: 3, cancelled: 4 } as const

const counted = (zh: string, en: string) => integer(zh, en, { default: 0, computed: true, sort: true, show: false })

export const helpArticle = publishable('help_article', {
  type: 'helpArticle',
  title: ['帮助文章', 'Help article'],
  publish: {
    shown: ['title', 'titleEn', 'typeId', 'content', 'keywords', 'pageKeys', 'ownerId', 'contentText'],
    needs: ['content'],
    auditedBut: 'writerIds',
    search: ['title', 'keywords', 'contentText'],
  },
  access: { scope: ownOrganisation },
  fields: {
    title: text('标题', 'Title', { max: 100, filter: 'contains', width: 220 }),
    titleEn: text('英文标题', 'Title in English', { max: 100, optional: true, show: false }),
    typeId: reference('类型', 'Type', 'help_type', { filter: 'select', width: 130 }),
    content: longText('正文', 'Content', { as: 'richText', max: 1_000_000, optional: true, show: false }),
    keywords: text('关键词', 'Keywords', {
      max: 200,
      optional: true,
      show: false,
      help: ['别人会怎么问，用空格分开：没到账 对不上 差额', 'What people will ask for, with blanks between'],
    }),
    pageKeys: texts('对应页面', 'Pages', {
      max: 50,
      optional: true,
      show: false,
      help: ['在这些页面上按 F1 打开本文，例如 list/shop', 'F1 opens the article on these pages, e.g. list/shop'],
    }),
    ownerId: reference('负责人', 'Owner', 'employee', { optional: true, filter: 'select', width: 90 }),
    reviewOn: date('复核日期', 'Review on', { optional: true, filter: 'range', sort: true, width: 110 }),
    /** the words of the content, in which is searched */
    contentText: longText('正文文字', 'Words of the content', { optional: true, computed: true, show: false }),
    /** who wrote the revision that readers do not see yet; nobody of them audits it */
    writerIds: links('修订人', 'Revised by', 'employee', { optional: true, computed: true, filter: 'select', width: 100 }),
    views: integer('浏览', 'Views', { default: 0, computed: true, sort: true, width: 70 }),
    recentViews: counted('近 90 天浏览', 'Views in 90 days'),
    helpful: counted('有帮助', 'Helpful'),
    unhelpful: counted('没有帮助', 'Not helpful'),
  },
  list: {
    views: [{ name: 'owned', title: ['我负责的', 'Mine'], me: 'ownerId' }],
    sort: { field: 'id', way: 'DESC' },
    empty: ['写给同事的操作说明，审核后出现在帮助中心', 'What colleagues need to know; seen in the help centre once audited'],
  },
  record: {
    label: 'title',
    recordPage: {
      head: ['state', 'typeId', 'ownerId', 'reviewOn', 'writerIds', 'publishedAt', 'revision'],
      groups: [
        { title: ['文章', 'Article'], fields: ['title', 'titleEn', 'keywords', 'pageKeys', 'content'] },
        { title: ['阅读', 'Reading'], fields: ['views', 'recentViews', 'helpful', 'unhelpful'] },
      ],
    },
  },
  storage: {
    index: [
      ['orgId', '-id'],
      { on: ['orgId', '-recentViews', '-id'], where: 'recent_views > 0' },
      { on: ['reviewOn'], where: 'review_on is not null' },
      ['typeId', 'id'],
    ],
  },
})

const article = () => reference('帮助文章', 'Help article', 'help_article')

/** What was audited, version by version: compared side by side. */
export const helpArticleVersion = resource('help_article_version', {
  title: ['帮助文章版本', 'Version of a help article'],
  access: { scope: ownOrganisation },
  fields: {
    articleId: article(),
    revision: integer('版本', 'Version', { identifier: true }),
    title: text('标题', 'Title', { max: 100 }),
    keywords: text('关键词', 'Keywords', { max: 200, optional: true }),
    content: longText('正文', 'Content', { optional: true }),
    auditedBy: text('审核人', 'Audited by', { max: 100 }),
    auditedAt: dateTime('审核时间', 'Audited at'),
  },
  storage: { key: ['articleId', 'revision'], appendOnly: true },
})

/** Views of an article by day of the organisation: 90 of them count for what is popular. */
export const helpView = resource('help_view', {
  title: ['帮助浏览', 'Views of help'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    day: date('日期', 'Day'),
    articleId: bigInteger('文章', 'Article'),
    views: integer('次数', 'Times'),
  },
  storage: { primary: ['orgId', 'day', 'articleId'] },
})

/** What is counted: help articles, Q&A. */
export const subjects = { article: 1, qa: 2 } as const
const subject = () => choice('对象', 'Subject', { article: [1, '帮助文章', 'Help articles'], qa: [2, '问答', 'Q&A'] }, { filter: 'select' })

/** Counts of what is read. Raised row by row; the list of the editors follows them. */
export const helpCount = resource('help_count', {
  title: ['阅读计数', 'Counts of reading'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    subject: subject(),
    recordId: bigInteger('记录', 'Record'),
    views: integer('浏览', 'Views', { default: 0 }),
    /** of the last 90 days: help articles alone */
    recentViews: integer('近 90 天浏览', 'Views in 90 days', { default: 0 }),
    helpful: integer('有帮助', 'Helpful', { default: 0 }),
    unhelpful: integer('没有帮助', 'Not helpful', { default: 0 }),
  },
  storage: {
    primary: ['orgId', 'subject', 'recordId'],
    index: [
      { on: ['orgId', '-recentViews'], where: 'subject = 1' },
      { on: ['orgId', '-views'], where: 'subject = 2' },
    ],
  },
})

/** Whether it has helped somebody: the last word of each account. */
export const helpVote = resource('help_vote', {
  title: ['是否有帮助', 'Helpful or not'],
  access: { scope: ownedByAccount },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    subject: subject(),
    recordId: bigInteger('记录', 'Record'),
    accountId: bigInteger('账号', 'Account'),
    isHelpful: flag('有帮助', 'Helpful'),
  },
  storage: { primary: ['orgId', 'subject', 'recordId', 'accountId'] },
})

export const helpSynonym = resource('help_synonym', {
  type: 'helpSynonym',
  title: ['同义词', 'Synonyms'],
  access: { scope: ownOrganisation, permission: 'helpArticle' },
  fields: {
    name: text('词', 'Word', { max: 30, filter: 'contains', sort: true }),
    words: texts('同样的说法', 'Said likewise', {
      max: 20,
      help: ['搜索其中一个词，也会找到其他说法的文章', 'Whoever looks for one of them finds the others'],
    }),
  },
  list: {
    search: false,
    sort: { field: 'id', way: 'DESC' },
    empty: ['同一件事的不同叫法，例如：结算、回款、打款', 'Different words for one thing'],
  },
  storage: { key: ['name'], index: [['orgId', '-id']] },
})

const wordFields = () => ({
  keyword: text('搜索词', 'Words', { max: 100, filter: 'contains', width: 220 }),
  subject: choice('来源', 'Source', { article: [1, '帮助文章', 'Help articles'], qa: [2, '问答', 'Q&A'] }, { filter: 'select' }),
  times: integer('搜索次数', 'Times', { sort: true }),
  missed: integer('没有找到的次数', 'Times nothing was found', { sort: true }),
  results: integer('最近一次找到', 'Found last time', { sort: true }),
  lastAt: dateTime('最近一次', 'Last', { sort: true }),
})

/** What was looked for, without who did. */
export const helpSearched = resource('help_searched', {
  title: ['搜索词', 'Searched words'],
  access: { scope: ownOrganisation },
  fields: { orgId: bigInteger('组织', 'Organisation'), ...wordFields() },
  storage: { primary: ['orgId', 'keyword', 'subject'], index: [['orgId', '-lastAt']] },
})

/** The same for the editors: what nothing was found for is worth an article. */
export const helpSearchWord = view(
  'help_search_word',
  {
    type: 'helpSearchWord',
    title: ['搜索词', 'Searched words'],
    access: { scope: ownOrganisation, permission: 'helpArticle' },
    fields: {
      orgId: bigInteger('组织', 'Organisation', { hidden: true }),
      ...wordFields(),
      result: choice(
        '结果',
        'Result',
        { none: [0, '没有找到', 'Nothing found', 'warn'], some: [1, '有结果', 'Found', 'good'] },
        { filter: 'select', width: 90 },
      ),
    },
    list: {
      shownAs: { card: { amount: 'times' } },
      search: false,
      sort: { field: 'lastAt', way: 'DESC' },
      empty: [
        '同事搜过的词会出现在这里，没有找到的值得写一篇文章',
        'What colleagues have looked for; what was not found is worth an article',
      ],
    },
    record: { label: 'keyword' },
    storage: { primary: ['keyword', 'subject'] },
  },
  db =>
    db
      .selectFrom('help_searched as s')
      .select(['s.org_id', 's.keyword', 's.subject', 's.times', 's.missed', 's.results', 's.last_at'])
      .select(sql<number>`(s.results > 0)::integer`.as('result')),
)

/** Grams of the titles and keywords that readers see (areas/help/search/grams.ts). */
export const helpGram = resource('help_gram', {
  title: ['帮助检索', 'Grams of help'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    gram: text('片段', 'Gram', { max: 40 }),
    articleId: bigInteger('文章', 'Article'),
    weight: integer('权重', 'Weight'),
  },
  storage: { primary: ['orgId', 'gram', 'articleId'], index: [['articleId']] },
})

/** Which articles F1 opens on a page. */
export const helpPageKey = resource('help_page_key', {
  title: ['页面帮助', 'Help of pages'],
  access: { scope: ownOrganisation },
  fields: {
    orgId: bigInteger('组织', 'Organisation'),
    pageKey: text('页面', 'Page', { max: 100 }),
    articleId: bigInteger('文章', 'Article'),
  },
  storage: { primary: ['orgId', 'pageKey', 'articleId'], index: [['articleId']] },
})
