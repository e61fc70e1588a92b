/** News and notices: what is published, by whom it is read, what must be confirmed. */
import { approval } from '#platform/declare/approval.ts'
import { dictionary, files, image, richText, text, longText } from '#platform/declare/fields.ts'
import { audienceOf, notice as noticeText } from '#platform/declare/notice.ts'
import { publishable } from '#platform/declare/publishable.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/** numbers of the dictionaries of kinds */
export const newsKinds = 110
export const noticeKinds = 111
/** pixels of a cover: two to one, as lists and the home show it */
const cover = { crop: { width: 1_200, height: 600 } }
/** bytes of the text with its formats */
const contentBytesMax = 1_048_576

const articleFields = {
  summary: longText('摘要', 'Summary', { max: 200, optional: true, show: false }),
  cover: image('封面', 'Cover', { ...cover, optional: true, show: false }),
  content: richText('正文', 'Text', { max: contentBytesMax, bytesMax: contentBytesMax, optional: true }),
  files: files('附件', 'Files', { optional: true, show: false }),
}

/** Said to whoever a notice is for. */
export const noticePublished = noticeText('culture.notice', ['公司公告', 'Company notices'], {
  title: ['新公告：{label}', 'New notice: {label}'],
  to: [audienceOf('audience')],
})

export const notice = publishable('notice', {
  type: 'notice',
  title: ['公告', 'Notice'],
  publish: {
    shown: ['title', 'typeId', 'summary', 'cover', 'content', 'files'],
    needs: ['content'],
    audience: true,
    mustRead: true,
    sticky: true,
    comments: true,
    tells: noticePublished,
    search: ['title', 'summary'],
  },
  access: { scope: ownOrganisation },
  fields: {
    title: text('标题', 'Title', { max: 100, filter: 'contains', width: 320 }),
    typeId: dictionary('分类', 'Kind', noticeKinds, { optional: true, filter: 'select' }),
    ...articleFields,
  },
  list: {
    sort: { field: 'id', way: 'DESC' },
    empty: ['放假、制度、人事任免这样要让同事知道的事', 'What colleagues must know: holidays, rules, appointments'],
  },
  record: { label: 'title' },
  life: {
    approval: approval(
      {
        publish: {
          title: ['发布必读或全员公告', 'Publish a notice that must be read or is for everybody'],
          steps: ['publish', 'republish', 'schedule'],
          when: [{ mustRead: [true] }, { forAll: [true] }],
        },
      },
      { figures: ['typeId', 'mustRead', 'forAll', 'forDepts'] },
    ),
  },
})

export const news = publishable('news', {
  type: 'news',
  title: ['新闻', 'News'],
  publish: {
    shown: ['title', 'typeId', 'author', 'source', 'summary', 'cover', 'content', 'files'],
    needs: ['content'],
    audience: true,
    sticky: true,
    comments: true,
    search: ['title', 'summary'],
  },
  access: { scope: ownOrganisation },
  fields: {
    title: text('标题', 'Title', { max: 100, filter: 'contains', width: 320 }),
    typeId: dictionary('分类', 'Kind', newsKinds, { optional: true, filter: 'select' }),
    author: text('作者', 'Author', { max: 50, optional: true }),
    source: text('来源', 'Source', { max: 100, optional: true, show: false }),
    ...articleFields,
  },
  list: { sort: { field: 'id', way: 'DESC' }, empty: ['业务捷报、活动现场、同事的故事', 'Results, events and stories of colleagues'] },
  record: { label: 'title' },
})

export const newsTables = [notice.draft, notice.published, news.draft, news.published]
