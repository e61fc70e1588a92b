/** Questions and answers: what is published of them, what people ask, and what each has looked for. */
import { bigInteger, choice, dateTime, files, flag, integer, links, longText, reference, text } from '#platform/declare/fields.ts'
import { publishable } from '#platform/declare/publishable.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownedByAccount, ownOrganisation } from '#platform/declare/scope.ts'
import { questionMachine, questionStates } from './states.ts'

const counted = (zh: string, en: string) => integer(zh, en, { default: 0, computed: true, sort: true, width: 80 })

export const qaItem = publishable('qa_item', {
  type: 'qaList',
  title: ['问答', 'Q&A'],
  publish: {
    shown: ['question', 'answer', 'typeId', 'productIds', 'keywords', 'formId', 'answerText'],
    needs: ['answer'],
    search: ['question', 'keywords', 'answerText'],
  },
  access: { scope: ownOrganisation, permission: 'qa' },
  fields: {
    question: text('问题', 'Question', { max: 200, filter: 'contains', width: 260 }),
    answer: longText('回答', 'Answer', { as: 'richText', max: 1_000_000, optional: true, show: false }),
    typeId: reference('类型', 'Type', 'qa_type', { optional: true, filter: 'select' }),
    productIds: links('相关商品', 'Products', 'product', { optional: true, filter: 'select', show: false }),
    keywords: text('关键词', 'Keywords', { max: 200, optional: true, show: false }),
    /** the question of a colleague that it was taken over from */
    formId: reference('来自提问', 'From the question', 'qa_form', { optional: true, computed: true, show: false, noForeignKey: true }),
    /** the words of the answer, in which is searched */
    answerText: longText('回答文字', 'Words of the answer', { optional: true, computed: true, show: false }),
    views: counted('浏览', 'Views'),
    helpful: counted('有帮助', 'Helpful'),
  },
  list: { sort: { field: 'id', way: 'DESC' }, empty: ['同事常问的问题和答案', 'What colleagues often ask, and the answers'] },
  record: { label: 'question' },
  storage: { index: [['orgId', '-id'], { on: ['orgId', '-views', '-id'], where: 'views > 0' }, ['typeId']] },
})

export const qaForm = resource('qa_form', {
  type: 'qaForm',
  title: ['提问', 'Question'],
  access: { scope: ownOrganisation, permission: 'qa', forEverybody: true },
  fields: {
    no: text('提问编号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'TW' } }, width: 140 }),
    question: text('问题', 'Question', {
      max: 200,
      filter: 'contains',
      width: 260,
      help: [
        '提问和回答全公司可见，请不要写密码、个人信息和客户资料',
        'All colleagues see it: no passwords, nothing personal, nothing of customers',
      ],
    }),
    state: choice('状态', 'Status', questionStates, { default: 1, filter: 'select', width: 100 }),
    typeId: reference('类型', 'Type', 'qa_type', { optional: true, filter: 'select' }),
    productId: reference('相关商品', 'Product', 'product', { optional: true, filter: 'select', show: false }),
    detail: longText('说明', 'Details', { max: 5_000, optional: true, show: false }),
    files: files('附件', 'Files', { optional: true, show: false }),
    askerId: reference('提问人', 'Asked by', 'employee', { set: { onAdd: 'employee' }, filter: 'select' }),
    askedAt: dateTime('提问时间', 'Asked at', { set: { onAdd: 'now' }, sort: true, filter: 'range' }),
    answeredAt: dateTime('回答时间', 'Answered at', { optional: true, computed: true, sort: true }),
    /** what it was taken over as */
    qaId: reference('已转为问答', 'Taken over as', 'qa_item', { optional: true, computed: true, show: false }),
  },
  list: {
    find: 'no',
    shownAs: { card: { title: 'question', subtitle: 'no' } },
    views: [{ name: 'mine', title: ['我的提问', 'Mine'], me: 'askerId' }],
    sort: { field: 'askedAt', way: 'DESC' },
    empty: ['没有找到答案时，在这里提问', 'Ask here what no answer was found for'],
  },
  record: { label: 'no', option: { search: ['question'], detail: ['question'] }, thread: { closedIn: ['closed'] } },
  storage: { key: ['no'], index: [['orgId', '-askedAt', '-id'], ['askerId', '-askedAt', '-id'], ['typeId']] },
  life: { states: questionMachine },
})

/** What each person has looked for among questions and answers. */
export const qaSearch = resource('qa_search', {
  title: ['问答搜索记录', 'Searches of Q&A'],
  access: { scope: ownedByAccount },
  fields: {
    accountId: reference('账号', 'Account', 'account'),
    keywords: text('搜索词', 'Words', { max: 100 }),
    times: integer('次数', 'Times', { default: 1 }),
    results: integer('结果数', 'Results', { default: 0 }),
    docId: bigInteger('打开的问答', 'Opened', { optional: true }),
    isHelpful: flag('有帮助', 'Helpful', { optional: true }),
    isHidden: flag('已隐藏', 'Hidden', { default: false }),
    lastAt: dateTime('最近一次', 'Last'),
  },
  storage: { key: ['accountId', 'keywords'], index: [['accountId', '-lastAt', '-id']] },
})
