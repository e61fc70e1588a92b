/** Books of the company: what there is, its copies, who has them, what is asked for. */
import { choice, date, dateTime, dictionary, flag, image, integer, longText, reference, text } from '#platform/declare/fields.ts'
import { lines } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource, type DatabaseOf } from '#platform/declare/resource.ts'
import { anyOf, ownedBy, ownOrganisation, when } from '#platform/declare/scope.ts'
import { byAll, byField, byOperation, byProgram, machine, notBy } from '#platform/declare/states.ts'
import { borrowingStates, copyStates, delayDaysMax, delayStates } from './codes.ts'
import { borrowingMachine } from './borrowing-states.ts'

/** number of the dictionary of kinds of books */
export const bookKinds = 113
const copiesMax = 200
const counted = (zh: string, en: string) => integer(zh, en, { default: 0, computed: true, sort: true, filter: 'range', width: 80 })

export const cultureBook = resource('culture_book', {
  type: 'cultureBook',
  title: ['图书', 'Book'],
  access: {
    // what is not on the public shelf is seen by who keeps it and those above him
    scope: anyOf(when('isPublic', 1), ownedBy('keeperId')),
  },
  fields: {
    cover: image('封面', 'Cover', { optional: true, crop: { width: 300, height: 420 }, show: false }),
    title: text('书名', 'Title', { max: 100, filter: 'contains', width: 200 }),
    author: text('作者', 'Author', { max: 100, optional: true, filter: 'contains', width: 140 }),
    publisher: text('出版社', 'Publisher', { max: 100, optional: true, filter: 'contains', width: 140 }),
    isbn: text('ISBN', 'ISBN', { max: 20, optional: true, filter: 'equals', scan: 'barcode', width: 140 }),
    typeId: dictionary('分类', 'Kind', bookKinds, { optional: true, filter: 'select', width: 100 }),
    place: text('存放位置', 'Place', { max: 50, optional: true, filter: 'contains', width: 120 }),
    intro: longText('内容简介', 'About it', { max: 5_000, optional: true, show: false }),
    isPublic: choice(
      '公开',
      'Public',
      { no: [0, '不公开', 'Not public', 'quiet'], yes: [1, '公开借阅', 'Public', 'good'] },
      { default: 1, as: 'radio', filter: 'select', width: 90 },
    ),
    keeperId: reference('管理人', 'Keeper', 'employee', { optional: true, set: { onAdd: 'employee' }, show: false }),
    copyCount: counted('册数', 'Copies'),
    freeCount: counted('可借', 'Free'),
    lentCount: counted('借出', 'Lent'),
    waitingCount: counted('排队', 'Waiting'),
    borrowedTimes: counted('借阅次数', 'Times borrowed'),
  },
  list: {
    search: ['title', 'author', 'publisher', 'isbn'],
    shownAs: { card: { title: 'title', subtitle: 'author', tags: ['typeId'] } },
    sort: { field: 'id', way: 'DESC' },
    empty: ['登记公司的图书，同事就能在公共图书里借阅', 'Enter the books of the company: colleagues borrow them from the public shelf'],
  },
  record: { label: 'title', picture: 'cover', option: { search: ['author', 'isbn'], detail: ['author', 'isbn'] } },
  storage: {
    index: [
      ['orgId', '-id'],
      ['orgId', 'isbn'],
      ['keeperId', '-id'],
    ],
  },
})

export const cultureBookCopy = lines('culture_book_copy', {
  type: 'cultureBookCopy',
  title: ['图书副本', 'Copy of a book'],
  of: { bookId: reference('图书', 'Book', 'culture_book', { editDisabled: true, filter: 'select' }) },
  max: copiesMax,
  access: { permission: 'cultureBook' },
  fields: {
    copyNo: text('副本编号', 'Copy no.', { max: 30, filter: 'equals', sort: true, width: 140 }),
    state: choice('状态', 'Status', copyStates, { default: 1, filter: 'select', width: 90 }),
    remark: text('备注', 'Remark', { max: 200, optional: true, width: 200 }),
  },
  record: { label: 'copyNo' },
  storage: { unique: [['copyNo']], index: [['bookId', 'state']] },
})

export const cultureBorrowing = resource('culture_borrowing', {
  type: 'cultureBorrowing',
  title: ['借阅', 'Borrowing'],
  access: { permission: 'cultureBook', scope: anyOf(ownedBy('employeeId'), ownedBy('keeperId')), forEverybody: true },
  fields: {
    no: text('借阅单号', 'No.', { max: 20, optional: true, filter: 'equals', sort: true, set: { onAdd: { number: 'JY' } }, width: 140 }),
    bookId: reference('图书', 'Book', 'culture_book', { filter: 'select', editDisabled: true, width: 180 }),
    copyId: reference('副本', 'Copy', 'culture_book_copy', {
      optional: true,
      computed: true,
      narrowedBy: { bookId: 'bookId' },
      targetWhere: { state: copyStates.shelf[0] },
      width: 110,
    }),
    employeeId: reference('借阅人', 'Borrower', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 90 }),
    keeperId: reference('图书管理人', 'Keeper of the book', 'employee', { optional: true, atCreation: 'bookId.keeperId', show: false }),
    state: choice('状态', 'Status', borrowingStates, { default: 1, filter: 'select', width: 90 }),
    appliedAt: dateTime('申请时间', 'Asked at', { set: { onAdd: 'now' }, filter: 'range', sort: true, width: 175 }),
    lentAt: dateTime('借出时间', 'Lent at', { optional: true, computed: true, filter: 'range', sort: true, width: 175 }),
    dueOn: date('应还日期', 'Due on', { optional: true, computed: true, filter: 'range', sort: true, notBefore: 'now', width: 110 }),
    /** kept with dueOn while it is lent: the end of that day */
    dueAt: dateTime('逾期时间', 'Overdue from', { optional: true, computed: true, due: true, show: false }),
    returnedAt: dateTime('归还时间', 'Returned at', { optional: true, computed: true, filter: 'range', sort: true, width: 175 }),
    renewals: integer('续借次数', 'Renewals', { default: 0, computed: true, width: 80 }),
    isWaitedFor: flag('有人排队', 'Waited for', { default: false, computed: true, show: false }),
    /** until when a freed copy is held for him */
    heldUntil: dateTime('保留至', 'Held until', { optional: true, computed: true, show: false }),
    applyNote: text('申请说明', 'Note', { max: 200, optional: true, show: false }),
    condition: choice(
      '归还时状况',
      'Condition',
      { good: [1, '完好', 'Good', 'good'], worn: [2, '轻微损坏', 'Worn', 'warn'], broken: [3, '严重损坏', 'Broken', 'bad'] },
      { optional: true, computed: true, filter: 'select', show: false },
    ),
    remark: text('管理员备注', 'Remark', { max: 200, optional: true, computed: true, show: false }),
    /** what the reader says of the book, to everybody */
    note: longText('读后感', 'Note of the reader', { max: 2_000, optional: true, computed: true, show: false }),
    notedAt: dateTime('读后感时间', 'Noted at', { optional: true, computed: true, show: false }),
  },
  list: {
    find: 'no',
    views: [
      { name: 'overdue', title: ['已逾期', 'Overdue'], past: 'dueAt' },
      { name: 'mine', title: ['我的借阅', 'Mine'], me: 'employeeId' },
    ],
    shownAs: { card: { title: 'bookId', subtitle: 'no', person: 'employeeId', due: 'dueAt' } },
    sort: { field: 'appliedAt', way: 'DESC' },
    empty: ['在公共图书里借的书都记在这里', 'What is borrowed from the public shelf is kept here'],
  },
  record: { label: 'no' },
  storage: {
    key: ['no'],
    index: [
      ['orgId', '-appliedAt', '-id'],
      ['employeeId', '-appliedAt', '-id'],
      ['keeperId', '-appliedAt', '-id'],
      ['bookId', 'state', 'id'],
      ['orgId', 'lentAt'],
      { on: ['orgId', 'dueOn'], where: 'state = 2' },
      { on: ['orgId', 'heldUntil'], where: 'state = 1 and held_until is not null' },
      { on: ['bookId', '-notedAt'], where: 'noted_at is not null' },
    ],
  },
  life: { states: borrowingMachine },
})

const keeper = byOperation(operations.audit, ['借阅审核', 'Handle borrowings'])
const opinion = { opinion: 'optional' } as const
export const cultureBookDelay = resource('culture_book_delay', {
  type: 'cultureBookDelay',
  title: ['延期申请', 'Request for a delay'],
  access: { permission: 'cultureBook', scope: anyOf(ownedBy('employeeId'), ownedBy('keeperId')), forEverybody: true },
  fields: {
    borrowingId: reference('借阅', 'Borrowing', 'culture_borrowing', { filter: 'select', editDisabled: true, width: 150 }),
    bookId: reference('图书', 'Book', 'culture_book', { optional: true, atCreation: 'borrowingId.bookId', filter: 'select', width: 180 }),
    employeeId: reference('申请人', 'Borrower', 'employee', { filter: 'select', set: { onAdd: 'employee' }, width: 90 }),
    keeperId: reference('图书管理人', 'Keeper of the book', 'employee', {
      optional: true,
      atCreation: 'borrowingId.keeperId',
      show: false,
    }),
    days: integer('延期天数', 'Days', { min: 1, max: delayDaysMax, width: 90 }),
    reason: text('原因', 'Reason', { max: 200, width: 220 }),
    state: choice('状态', 'Status', delayStates, { default: 1, filter: 'select', width: 90 }),
    opinion: text('审核意见', 'Opinion', { max: 200, optional: true, computed: true, width: 180 }),
    askedAt: dateTime('申请时间', 'Asked at', { set: { onAdd: 'now' }, filter: 'range', sort: true, width: 175 }),
  },
  list: {
    shownAs: { card: { title: 'bookId', subtitle: 'reason', person: 'employeeId', amount: 'days' } },
    sort: { field: 'askedAt', way: 'DESC' },
    empty: ['续借不够用时，在我的借阅里申请延期', 'Where renewing is not enough, a delay is asked for in My borrowings'],
  },
  record: { label: 'reason' },
  storage: { index: [['orgId', '-askedAt', '-id'], ['employeeId', '-askedAt', '-id'], ['keeperId', '-askedAt', '-id'], ['borrowingId']] },
  life: {
    states: machine('state', {
      states: { asked: {}, granted: { final: true }, refused: { final: true } },
      steps: {
        grant: {
          title: ['同意', 'Grant'],
          from: ['asked'],
          to: 'granted',
          may: byAll(keeper, notBy(byField('employeeId'))),
          input: opinion,
          note: 'opinion',
          tell: ['employeeId'],
          tone: 'primary',
        },
        refuse: {
          title: ['驳回', 'Refuse'],
          from: ['asked'],
          to: 'refused',
          may: byAll(keeper, notBy(byField('employeeId'))),
          input: { opinion: 'required' },
          note: 'opinion',
          tell: ['employeeId'],
          tone: 'danger',
        },
        /** the book came back meanwhile */
        lapse: { title: ['已归还，自动关闭', 'Closed as it was returned'], from: ['asked'], to: 'refused', may: byProgram },
      },
    }),
  },
})

/** How long and how many: one record an organisation; without it the defaults count. */
export const cultureBookSetting = resource('culture_book_setting', {
  type: 'cultureBookSetting',
  title: ['借阅设置', 'Rules of borrowing'],
  access: { permission: 'cultureBook', scope: ownOrganisation },
  fields: {
    name: choice('规则', 'Rule', { books: [1, '图书借阅', 'Borrowing of books'] }, { default: 1, editDisabled: true }),
    loanDays: integer('借期（天）', 'Days of a loan', { min: 1, max: 365, default: 30 }),
    booksMax: integer('每人同时借阅（本）', 'Books a person', { min: 1, max: 50, default: 5 }),
  },
  list: { search: false, empty: ['没有设置时，借期 30 天，每人同时借 5 本', 'Without a record: 30 days, 5 books a person'] },
  record: { label: 'name' },
  storage: { kind: 'reference', key: ['name'] },
})

const named = { cultureBook, cultureBookCopy, cultureBorrowing, cultureBookDelay, cultureBookSetting }
export const bookTables = Object.values(named)
declare module '#platform/server/contract/database.ts' {
  interface Database extends DatabaseOf<typeof named> {}
}
