/** 证明: asked for by the person, issued by HR with a number, printed from a template. */
import { choice, date, longText, money, reference, text } from '#platform/declare/fields.ts'
import { document } from '#platform/declare/document.ts'
import { operations } from '#platform/declare/operations.ts'
import { resource } from '#platform/declare/resource.ts'
import { ownOrganisation } from '#platform/declare/scope.ts'
import { byAll, byAny, byAuthor, byField, byOperation, machine, notBy } from '#platform/declare/states.ts'
import { ofPeople, paid } from './words.ts'

export const letterKinds = {
  work: [1, '在职证明', 'Employment'],
  income: [2, '收入证明', 'Income'],
  leaving: [3, '离职证明', 'Leaving'],
  intern: [4, '实习证明', 'Internship'],
} as const
export const letterStates = {
  draft: [0, '草稿', 'Draft', 'quiet'],
  asked: [1, '待开具', 'Asked for', 'warn'],
  issued: [2, '已开具', 'Issued', 'good'],
  refused: [3, '已退回', 'Refused', 'bad'],
} as const
export const letterLanguages = { zh: [1, '中文', 'Chinese'], en: [2, '英文', 'English'] } as const
const issues = byAll(byOperation(operations.audit, ['开具证明', 'Issue letters']), notBy(byField('employeeId')))
const author = byAny(byAuthor, byField('employeeId'))

export const hrLetter = document('hr_letter', {
  type: 'hrLetter',
  title: ['证明', 'Letter'],
  number: 'RZ',
  access: { scope: ofPeople, forEverybody: true },
  fields: {
    employeeId: reference('员工', 'Employee', 'employee', {
      optional: true,
      editDisabled: true,
      filter: 'select',
      width: 110,
      help: ['不填是本人；人事可以为别人开具', 'Empty: yourself; HR may ask for others'],
    }),
    kind: choice('证明类型', 'Kind', letterKinds, { filter: 'select', width: 110 }),
    state: choice('状态', 'State', letterStates, { default: 0, filter: 'select', width: 90 }),
    purpose: text('用途', 'Purpose', { max: 100, width: 160 }),
    addressee: text('抬头', 'Addressee', { max: 100, optional: true, width: 160 }),
    language: choice('语言', 'Language', letterLanguages, { default: 1, width: 80 }),
    income: money('月收入（税前）', 'Monthly income', { optional: true, min: 0, see: paid, show: false }),
    issuedOn: date('开具日期', 'Issued on', { optional: true, computed: true, sort: true, width: 110 }),
    refusal: text('退回原因', 'Why refused', { max: 200, optional: true, computed: true, show: false }),
    /** title and paragraphs as they were issued: every print says the same */
    wording: longText('正文', 'Text', { max: 5_000, optional: true, computed: true, see: paid, hidden: true }),
  },
  list: {
    tabOf: { hrMine: { by: { employeeId: 'employeeId' } }, hrFile: { by: { employeeId: 'employeeId' } } },
    views: [{ name: 'asked', title: ['待开具', 'Asked for'], field: 'state', codes: [1] }],
    empty: ['在职、收入、离职证明：申请后由人事开具并编号打印', 'Letters of employment and income: asked for here, issued by HR'],
    shownAs: { card: { title: 'purpose', subtitle: 'addressee', tags: ['kind', 'state'], person: 'employeeId' } },
  },
  storage: { index: [['employeeId']] },
  life: {
    states: machine('state', {
      editBy: byAny(byAuthor, byOperation(operations.audit)),
      states: {
        draft: { edit: 'all', remove: true },
        asked: {},
        issued: { final: true },
        refused: { edit: 'all', remove: true },
      },
      steps: {
        submit: { title: ['申请', 'Ask for it'], from: ['draft', 'refused'], to: 'asked', may: author, tone: 'primary' },
        withdraw: { title: ['撤回', 'Withdraw'], from: ['asked'], to: 'draft', may: author },
        issue: {
          title: ['开具', 'Issue'],
          from: ['asked'],
          to: 'issued',
          may: issues,
          input: { income: 'optional' },
          set: { issuedOn: 'now' },
          tell: ['employeeId'],
          tone: 'primary',
        },
        refuse: {
          title: ['退回', 'Refuse'],
          from: ['asked'],
          to: 'refused',
          may: issues,
          input: { refusal: 'required' },
          note: 'refusal',
          tell: ['employeeId'],
          tone: 'danger',
        },
      },
    }),
  },
})

export const hrLetterTemplate = resource('hr_letter_template', {
  type: 'hrLetterTemplate',
  title: ['证明模板', 'Letter templates'],
  access: { scope: ownOrganisation, permission: 'hrLetter' },
  fields: {
    kind: choice('证明类型', 'Kind', letterKinds, { filter: 'select', width: 110 }),
    language: choice('语言', 'Language', letterLanguages, { default: 1, filter: 'select', width: 80 }),
    title: text('标题', 'Title', { max: 50, width: 160 }),
    body: longText('正文', 'Text', {
      max: 2000,
      width: 400,
      help: [
        '可填：{name} {no} {company} {dept} {position} {hiredOn} {leftOn} {income} {purpose} {addressee} {letterNo} {today}',
        'Filled in: {name} {no} {company} {dept} {position} {hiredOn} {leftOn} {income} {purpose} {addressee} {letterNo} {today}',
      ],
    }),
  },
  list: {
    sort: { field: 'kind', way: 'ASC' },
    empty: ['没有模板时用内置的文字', 'Without a template a built-in text is used'],
  },
  record: { label: 'title' },
  storage: { key: ['kind', 'language'], index: [['orgId', 'kind']] },
})
