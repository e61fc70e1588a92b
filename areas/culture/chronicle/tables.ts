/** Tables of the chronicle. */
import { approval } from '#platform/declare/approval.ts'
import { date, dictionary, files, longText, text } from '#platform/declare/fields.ts'
import { publishable } from '#platform/declare/publishable.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'

/** number of the dictionary of kinds of events */
export const eventKinds = 109

export const chronicle = publishable('chronicle', {
  type: 'chronicle',
  title: ['大事记', 'Chronicle'],
  publish: {
    shown: ['eventDate', 'title', 'typeId', 'content', 'pictures'],
    needs: ['content'],
    sort: { field: 'eventDate', way: 'DESC' },
  },
  access: { scope: ownOrganisation },
  fields: {
    eventDate: date('发生日期', 'Date of the event', { filter: 'range', sort: true }),
    title: text('标题', 'Title', { max: 100, filter: 'contains' }),
    typeId: dictionary('分类', 'Kind', eventKinds, { optional: true, filter: 'select' }),
    content: longText('内容', 'Content', { as: 'richText', max: 1_000_000, optional: true, show: false }),
    pictures: files('图片', 'Pictures', { accept: 'image', optional: true, show: false }),
  },
  list: {
    sort: { field: 'eventDate', way: 'DESC' },
    empty: ['公司成立、新品上市、获奖这样的大事', 'What the company will remember: foundation, first products, prizes'],
  },
  record: { label: 'title' },
  storage: { index: [['orgId', '-eventDate', '-id']] },
  life: {
    approval: approval(
      { publish: { title: ['发布大事记', 'Publish the chronicle'], steps: ['publish', 'republish', 'schedule'] } },
      { figures: ['eventDate', 'typeId'] },
    ),
  },
})

export const chronicleTables = [chronicle.draft, chronicle.published]
